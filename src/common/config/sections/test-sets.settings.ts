import { integer } from '../setting.js';

export const testSetSettings = {
  maxSetsPerAgent: integer('TEST_SETS_MAX_PER_AGENT', {
    fallback: 20,
    min: 1,
    max: 1_000,
    meaning: 'How many test sets an agent may have; creating more returns 409.',
  }),
  maxCasesPerSet: integer('TEST_CASES_MAX_PER_SET', {
    fallback: 200,
    min: 1,
    max: 1_000,
    meaning: 'How many cases a test set may have; creating more returns 409.',
  }),
  caseTimeoutMs: integer('TEST_CASE_TIMEOUT_MS', {
    fallback: 120_000,
    min: 1_000,
    max: 3_600_000,
    meaning: 'How long one case may take, in milliseconds, before it counts as an error.',
  }),
  concurrentCases: integer('TEST_RUN_CONCURRENT_CASES', {
    fallback: 4,
    min: 1,
    max: 100,
    meaning:
      'How many test cases run at once on this instance; accounts take turns, and each has one run in progress.',
    danger: "Each case is a conversation with the language model: mind the providers' limits.",
  }),
  concurrentSpokenCases: integer('TEST_RUN_CONCURRENT_SPOKEN_CASES', {
    fallback: 1,
    min: 1,
    max: 100,
    meaning:
      'How many test cases run as calls at once on this instance; accounts take turns. Each takes as long as the call does.',
    danger: 'Each costs as much as a call, beside the calls of real callers.',
  }),
  spokenYieldLagMs: integer('TEST_SPOKEN_YIELD_LAG_MS', {
    fallback: 10,
    min: 0,
    max: 10_000,
    meaning:
      'How late the audio of real calls on this instance may be for longer than a second, in milliseconds, before spoken cases yield: none starts, and running ones are aborted and repeated later. 0: they never yield.',
    danger: 'Above MEDIA_OVERLOAD_LAG_MS, and with 0, real callers may be refused because of tests.',
  }),
  replaySoundsKept: integer('TEST_REPLAY_SOUNDS_KEPT', {
    fallback: 10,
    min: 0,
    max: 1_000,
    meaning:
      "How many lanes of a call's replays (two per replay, latest first) keep their audio beside the recording; they are deleted with it. Only if RECORDINGS_ENABLED is set. 0: none.",
    danger: 'Each takes as much disk as the recording of the call.',
  }),
  pollIntervalMs: integer('TEST_RUNS_POLL_INTERVAL_MS', {
    fallback: 1_000,
    min: 50,
    max: 60_000,
    meaning: 'How often an idle instance polls for queued test runs, in milliseconds.',
  }),
  leaseMs: integer('TEST_RUN_LEASE_MS', {
    fallback: 30_000,
    min: 1_000,
    max: 600_000,
    meaning:
      "Lease of a test run: how long after its instance's last heartbeat, in milliseconds, another instance takes it over.",
  }),
  runsKeptPerSet: integer('TEST_RUNS_KEPT_PER_SET', {
    fallback: 100,
    min: 2,
    max: 100_000,
    meaning: 'How many finished runs of a test set are kept; older ones are deleted.',
  }),
} as const;
