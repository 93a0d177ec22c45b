import { integer } from '../setting.js';

export const testSetConstants = {
  /** On this instance. Each costs as much as a call, beside the calls of real callers. */
  concurrentSpokenCases: 1,
  /** For queued runs of other instances. */
  pollIntervalMs: 1_000,
  /** Finished runs of a set; older ones are deleted. */
  runsKeptPerSet: 100,
};

export const testSetSettings = {
  concurrentCases: integer('TEST_RUN_CONCURRENT_CASES', {
    advanced: true,
    fallback: 4,
    min: 1,
    max: 100,
    meaning:
      'How many test cases run at once on this instance; accounts take turns, and each has one run in progress.',
    danger: "Each case is a conversation with the language model: mind the providers' limits.",
  }),
} as const;
