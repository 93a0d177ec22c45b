import type { Tone } from '../ui/surfaces.js';

/** How results of tests look; what is not here goes on. */
export const TONES: Readonly<Record<string, Tone>> = { passed: 'good', failed: 'danger', error: 'danger' };

/** Of a replayed call. */
export const VERDICT_TONES: Readonly<Record<string, Tone>> = {
  better: 'good',
  worse: 'danger',
  same: 'plain',
};
