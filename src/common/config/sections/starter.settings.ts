import { flag, integer, text } from '../setting.js';

export const starterSettings = {
  preload: flag('STARTER_PRELOAD', {
    fallback: true,
    meaning:
      'Load the speech models at the start rather than when the first call needs them. Turn it off if all agents have providers of their own: it saves about 150 MB.',
    danger: 'Without it the first caller waits about a second longer.',
  }),
  workers: integer('STARTER_WORKERS', {
    fallback: 0,
    min: 0,
    max: 64,
    meaning: 'Threads that run the built-in speech engines. 0 means one per processor core, at most two.',
    danger: 'Each thread needs about 60 MB besides its recognisers.',
  }),
  recognisersPerWorker: integer('STARTER_RECOGNISERS_PER_WORKER', {
    fallback: 16,
    min: 1,
    max: 1_000,
    meaning:
      'Callers that one thread recognises at the same time, and agents whose vocabulary it keeps loaded; further callers wait.',
    danger: 'Each takes about 2.5 MB.',
  }),
  queuedJobsPerWorker: integer('STARTER_QUEUED_JOBS_PER_WORKER', {
    fallback: 100,
    min: 1,
    max: 10_000,
    meaning: 'Sentences that may wait for one thread; further ones fail.',
  }),
  secondPass: flag('STARTER_SECOND_PASS', {
    fallback: true,
    meaning:
      "Have a neural recogniser look once more at what the starter agent's callers said, also over its voice, where there is noise around them.",
    danger:
      'It runs in a process of its own, of about 300 MB, from the first such turn on until none came for 5 minutes, and takes some 80 ms of a core each time.',
  }),
  endOfTurnModel: text('END_OF_TURN_MODEL', {
    meaning:
      'Path of an ONNX model that hears whether a turn is over, with the input and output of Smart Turn v3, for all agents whose turns Earshot ' +
      'detects. Unset: silence and words decide.',
    danger:
      'It takes some 50 ms of a core each time a caller falls silent. A file that can not be loaded fails all such calls.',
  }),
  jobTimeoutMs: integer('STARTER_JOB_TIMEOUT_MS', {
    fallback: 10_000,
    min: 100,
    max: 600_000,
    meaning:
      'How long one sentence may take, in milliseconds, before its thread counts as stuck and is replaced; what it waits for is not counted.',
    danger: 'Its work for other calls fails, too.',
  }),
  maxBufferedAudioMs: integer('STARTER_MAX_BUFFERED_AUDIO_MS', {
    fallback: 6_000,
    min: 500,
    max: 60_000,
    meaning:
      "How much of a caller's audio may wait for recognition, in milliseconds, before that turn fails. Long before that further calls are " +
      'refused: once a second of it waits where four callers or more speak.',
    danger:
      'Low, and callers are told that they were not understood where the processor is busy with something else for a moment.',
  }),
} as const;
