import { flag, integer } from '../setting.js';

export const starterConstants = {
  /** Of one sentence, without waiting; then its worker counts as stuck, and is replaced. */
  jobTimeoutMs: 10_000,
};

export const starterSettings = {
  preload: flag('STARTER_PRELOAD', {
    advanced: true,
    fallback: true,
    meaning:
      'Load the speech models in the background after start, not when the first call needs them. Models unused for 5 minutes after start are unloaded until a call needs them.',
    danger: 'Without it the first caller waits about a second longer.',
  }),
  workers: integer('STARTER_WORKERS', {
    advanced: true,
    fallback: 0,
    min: 0,
    max: 64,
    meaning:
      'Worker threads that recognize and synthesize speech for agents without providers. 0: one on up to four processor cores, two on more.',
    danger: 'Each needs about 200 MB.',
  }),
} as const;
