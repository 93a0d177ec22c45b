import { expect } from '@jest/globals';
import type { MediaService } from '../../../src/media/index.js';
import { mutateSdp, seededRandom } from './mutate-sdp.js';
import { ALL_OFFERS, readOffer } from './offers.js';

const REFUSALS = ['MALFORMED_SDP', 'NO_AUDIO', 'NO_COMMON_CODEC', 'UNSUPPORTED_TRANSPORT'];
const MAX_MS = 100;

/** Offers mutated offers one after the other; each must end in an answer or a refusal, in time. */
export async function expectAnsweredOrRefused(
  media: MediaService,
  options: { readonly cases: number; readonly seed: number },
): Promise<{ answered: number; refused: number; slowestMs: number }> {
  const random = seededRandom(options.seed);
  const offers = ALL_OFFERS.map(readOffer);
  const tally = { answered: 0, refused: 0, slowestMs: 0 };
  const tooSlow: { index: number; elapsedMs: number }[] = [];
  for (let index = 0; index < options.cases; index += 1) {
    const offerSdp = mutateSdp(offers[Math.floor(random() * offers.length)] ?? '', random);
    const startedAtMs = performance.now();
    const outcome = await media.openSession({
      offerSdp,
      loop: random() < 0.3,
      inputSampleRateHz: 16_000,
      outputSampleRateHz: 24_000,
    });
    const elapsedMs = performance.now() - startedAtMs;
    if (outcome.kind === 'answered') {
      expect(outcome.session.answerSdp).toMatch(/^v=0\r\n/);
      outcome.session.close();
      tally.answered += 1;
    } else {
      expect(REFUSALS).toContain(outcome.refusal.code);
      tally.refused += 1;
    }
    tally.slowestMs = Math.max(tally.slowestMs, elapsedMs);
    if (elapsedMs > MAX_MS) tooSlow.push({ index, elapsedMs });
  }
  expect(tooSlow).toEqual([]);
  return tally;
}
