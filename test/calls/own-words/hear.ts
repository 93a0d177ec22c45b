import { WORDS } from './codebook.js';
import type { TestEars } from '../../support/ears.js';
import { CALLER_RATE_HZ } from './rtp-caller.js';

/** The words in the audio (mono, 16 kHz). */
export async function wordsHeard(ears: TestEars, samples: Int16Array): Promise<string> {
  return await ears.words(samples, CALLER_RATE_HZ, [...WORDS]);
}
