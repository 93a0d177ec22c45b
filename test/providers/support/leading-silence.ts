import { LeadingSilence } from '../../../src/common/audio/index.js';

/** What is heard of speech at 24 kHz that comes in pieces. */
export function withoutLeadingSilence(samples: Int16Array): Int16Array {
  return new LeadingSilence(24_000).take(samples);
}
