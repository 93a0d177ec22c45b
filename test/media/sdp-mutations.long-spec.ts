import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService } from '../../src/media/index.js';
import { usedBytes } from '../support/used-bytes.js';
import { startMedia } from './support/media-fixture.js';
import { expectAnsweredOrRefused } from './support/expect-answered-or-refused.js';
import { expectMediaUnharmed } from './support/unharmed-media.js';

const CASES = Number(process.env.SDP_MUTATIONS ?? 20_000);

describe('malformed or hostile offers', () => {
  let media: MediaService;

  beforeAll(async () => {
    media = await startMedia();
  });

  afterAll(() => media.close());

  it(`are answered or rejected, ${CASES} of them, within 100 ms each and without a trace in the worker`, async () => {
    // Warms up: compiled code and the routers of all payload types stay.
    await expectAnsweredOrRefused(media, { cases: 500, seed: 1 });
    const before = usedBytes(media.workerPids);
    const tally = await expectAnsweredOrRefused(media, { cases: CASES, seed: 20_261_121, maxMs: 100 });
    expect(tally.answered).toBeGreaterThan(CASES / 20);
    expect(tally.refused).toBeGreaterThan(CASES / 4);
    await expectMediaUnharmed(media, before);
  }, 600_000);
});
