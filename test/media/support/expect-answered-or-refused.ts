import { expect } from '@jest/globals';
import type { MediaService, OpenMediaRequest } from '../../../src/media/index.js';
import { mutateSdp, seededRandom } from './mutate-sdp.js';
import { ALL_OFFERS, readOffer } from './offers.js';

const REFUSALS = ['MALFORMED_SDP', 'NO_AUDIO', 'NO_COMMON_CODEC', 'UNSUPPORTED_TRANSPORT'];
/** A busy machine may slow any case once; an inherently slow case is slow every time. */
const ATTEMPTS = 4;

export interface Tally {
  answered: number;
  refused: number;
}

/** Offers mutated SDPs in turn; each must be answered or rejected, within a time limit if given. */
export async function expectAnsweredOrRefused(
  media: MediaService,
  options: { readonly cases: number; readonly seed: number; readonly maxMs?: number },
): Promise<Tally> {
  const { cases, seed, maxMs = Infinity } = options;
  const random = seededRandom(seed);
  const offers = ALL_OFFERS.map(readOffer);
  const tally: Tally = { answered: 0, refused: 0 };
  for (let index = 0; index < cases; index += 1) {
    const offerSdp = mutateSdp(offers[Math.floor(random() * offers.length)] ?? '', random);
    const request = {
      offerSdp,
      loop: random() < 0.3,
      inputSampleRateHz: 16_000,
      outputSampleRateHz: 24_000,
    } as const;
    let elapsedMs = await timeOffer(media, request, tally);
    for (let attempt = 1; attempt < ATTEMPTS && elapsedMs > maxMs; attempt += 1) {
      elapsedMs = await timeOffer(media, request, { answered: 0, refused: 0 });
    }
    expect({ index, inTime: elapsedMs <= maxMs }).toEqual({ index, inTime: true });
  }
  return tally;
}

async function timeOffer(media: MediaService, request: OpenMediaRequest, tally: Tally): Promise<number> {
  const startedAtMs = performance.now();
  const outcome = await media.openSession(request);
  const elapsedMs = performance.now() - startedAtMs;
  if (outcome.kind === 'answered') {
    expect(outcome.session.answerSdp).toMatch(/^v=0\r\n/);
    outcome.session.close();
    tally.answered += 1;
  } else {
    expect(REFUSALS).toContain(outcome.refusal.code);
    tally.refused += 1;
  }
  return elapsedMs;
}
