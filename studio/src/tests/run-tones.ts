import type { Tone } from '../ui/surfaces.js';

/** How results of tests look; what is not here goes on. */
export const TONES: Readonly<Record<string, Tone>> = { passed: 'good', failed: 'danger', error: 'danger' };
