import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService } from '../../src/media/index.js';
import { tone } from '../support/audio.js';
import { expectAnsweredOrRefused } from './support/expect-answered-or-refused.js';
import { NOTHING_LEFT, openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { ALL_OFFERS, readOffer } from './support/offers.js';

describe('what sessions take', () => {
  let media: MediaService;

  beforeAll(async () => {
    media = await startMedia({ MEDIA_WORKERS: '2', MEDIA_CALLS_SHARING_WORKER: '1' });
  });

  afterAll(() => media.close());

  it('is given back after 200 of them, whatever the client', async () => {
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

  it('is spread evenly over the workers when many calls come at once, where none share one', async () => {
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

  it('is nothing for 500 offers that are broken or hostile, each answered or refused', async () => {
    const tally = await expectAnsweredOrRefused(media, { cases: 500, seed: 7 });
    expect(tally.answered).toBeGreaterThan(50);
    expect(tally.refused).toBeGreaterThan(150);
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  });
});
