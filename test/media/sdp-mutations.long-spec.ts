import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService } from '../../src/media/index.js';
import { startMedia } from './support/media-fixture.js';
import { expectAnsweredOrRefused } from './support/expect-answered-or-refused.js';

const CASES = Number(process.env.SDP_MUTATIONS ?? 20_000);

describe('offers that are broken or hostile', () => {
  let media: MediaService;

  beforeAll(async () => {
    media = await startMedia();
  });

  afterAll(() => media.close());

  it(`are answered or refused, ${CASES} of them, each within 100 ms, and leave nothing behind in the worker`, async () => {
    const tally = await expectAnsweredOrRefused(media, { cases: CASES, seed: 20_261_121 });
    expect(tally.answered).toBeGreaterThan(CASES / 20);
    expect(tally.refused).toBeGreaterThan(CASES / 4);
    expect(await media.counts()).toMatchObject({
      sessions: 0,
      webRtcTransports: 0,
      producers: 0,
      consumers: 0,
      codecStates: 0,
      clockTickers: 0,
    });
  }, 600_000);
});
