import type { Tone } from '../ui/surfaces.js';

/** Colors of results; others are still running. */
export const TONES: Readonly<Record<string, Tone>> = { passed: 'good', failed: 'danger', error: 'danger' };

/** Colors of a replay's verdicts. */
export const VERDICT_TONES: Readonly<Record<string, Tone>> = {
  better: 'good',
  worse: 'danger',
  same: 'plain',
};
