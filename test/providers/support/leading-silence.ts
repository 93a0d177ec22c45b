import { LeadingSilence } from '../../../src/audio/index.js';

/** The audible part of speech at 24 kHz that arrives in chunks. */
export function withoutLeadingSilence(samples: Int16Array): Int16Array {
  return new LeadingSilence(24_000).take(samples);
}
