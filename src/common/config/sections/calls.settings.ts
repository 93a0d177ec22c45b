import { integer } from '../setting.js';

export const callSettings = {
  detachedGraceMs: integer('CALL_DETACHED_GRACE_MS', {
    fallback: 30_000,
    min: 0,
    max: 600_000,
    meaning:
      'How long, in milliseconds, a call outlives its signaling socket, to be taken over by a new one that presents its session id.',
  }),
  maxConcurrent: integer('CALL_MAX_CONCURRENT', {
    fallback: 200,
    min: 1,
    max: 100_000,
    meaning: 'How many calls this process carries at once; a further offer is refused with what to do.',
    danger: 'Above what the machine can carry, all calls stutter instead of one being refused.',
  }),
  maxDurationSeconds: integer('CALL_MAX_DURATION_SECONDS', {
    fallback: 3_600,
    min: 10,
    max: 86_400,
    meaning: 'How long a call may last, in seconds, before the server ends it.',
  }),
} as const;
