import { flag, integer } from '../setting.js';

export const starterSettings = {
  preload: flag('STARTER_PRELOAD', {
    fallback: true,
    meaning:
      'Load the speech models in the background after start, not when the first call needs them. Models unused for 5 minutes after start are unloaded until a call needs them.',
    danger: 'Without it the first caller waits about a second longer.',
  }),
  workers: integer('STARTER_WORKERS', {
    fallback: 0,
    min: 0,
    max: 64,
    meaning:
      'Worker threads that recognize and synthesize speech for agents without providers. 0: one on up to four processor cores, two on more.',
    danger: 'Each needs about 200 MB.',
  }),
  jobTimeoutMs: integer('STARTER_JOB_TIMEOUT_MS', {
    fallback: 10_000,
    min: 100,
    max: 600_000,
    meaning:
      'How long one sentence may take, in milliseconds, before its worker counts as stuck and is replaced; waiting time is not counted.',
    danger: "The worker's jobs for other calls fail, too.",
  }),
} as const;
