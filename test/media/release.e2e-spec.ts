import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService } from '../../src/media/index.js';
import { tone } from '../support/audio.js';
import { expectAnsweredOrRefused } from './support/expect-answered-or-refused.js';
import { NOTHING_LEFT, openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { ALL_OFFERS, readOffer } from './support/offers.js';

describe('session resources', () => {
  let media: MediaService;

  beforeAll(async () => {
    media = await startMedia({ MEDIA_WORKERS: '2' }, { callsSharingWorker: 1 });
  });

  afterAll(() => media.close());

  it('are released after 200 sessions with any client', async () => {
    const speech = tone({ frequencyHz: 500, durationMs: 2_000, sampleRateHz: 24_000 });
    for (let round = 0; round < 200; round += 1) {
      const name = ALL_OFFERS[round % ALL_OFFERS.length] ?? 'chromium';
      const loop = round % 7 === 0 && !name.endsWith('-recvonly');
      const session = await openSession(media, readOffer(name), { loop });
      session.listen(new RecordingListener());
      session.speech.write(speech);
      session.close();
      session.close();
    }
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  });

  it('are spread evenly over workers for concurrent calls when sharing is off', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () => openSession(media, readOffer('chromium'))),
    );
    expect(await media.counts()).toMatchObject({
      sessions: 20,
      webRtcTransports: 20,
      producers: 40,
      consumers: 40,
    });
    expect(media.sessionsPerWorker).toEqual([10, 10]);
    for (const session of sessions) session.close();
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  });

  it('are not used by 500 malformed or hostile offers, each answered or rejected', async () => {
    const tally = await expectAnsweredOrRefused(media, { cases: 500, seed: 7 });
    expect(tally.answered).toBeGreaterThan(50);
    expect(tally.refused).toBeGreaterThan(150);
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  });
});
