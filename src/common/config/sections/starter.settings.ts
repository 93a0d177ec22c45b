import { integer } from '../setting.js';

export const starterSettings = {
  workers: integer('STARTER_WORKERS', {
    fallback: 0,
    min: 0,
    max: 64,
    meaning: 'Threads that run the built-in speech engines. 0 means one a processor core, two at the most.',
    danger: 'Each thread holds a speech model of about 60 MiB.',
  }),
} as const;
