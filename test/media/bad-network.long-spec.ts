import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { concat, rms, tone, toneShare } from '../support/audio.js';
import { FAIR_WEATHER, type NetworkWeather, serverPortOf, UdpRelay } from '../support/udp-relay.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { NOTHING_LEFT, openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { seededRandom } from './support/mutate-sdp.js';

describe('call over a bad network', () => {
  let media: MediaService;
  let client: WebRtcClient;
  let relay: UdpRelay;
  let session: MediaSession;
  let listener: RecordingListener;

  beforeEach(async () => {
    media = await startMedia({}, { consentTimeoutMs: 10_000 });
  });

  afterEach(async () => {
    session.close();
    client.close();
    relay.close();
    await media.close();
  });

  async function call(weather: NetworkWeather): Promise<void> {
    client = new WebRtcClient();
    session = await openSession(media, await client.createOffer());
    listener = new RecordingListener();
    session.listen(listener);
    relay = await UdpRelay.create(serverPortOf(session.answerSdp), FAIR_WEATHER, seededRandom(5));
    await client.acceptAnswer(relay.rewrite(session.answerSdp));
    await until('media is connected', () => listener.connectedAtMs);
    relay.weather = weather;
  }

  it.each([
    [2, 0.85],
    [5, 0.8],
    [10, 0.75],
  ])('hears the caller through %d %% loss and 50 ms jitter', async (lossPercent, share) => {
    await call({ loss: lossPercent / 100, delayMs: 20, jitterMs: 50 });
    await client.sendPcm(tone({ frequencyHz: 440, durationMs: 6_000, sampleRateHz: 48_000 }));
    const heard = concat(listener.frames.slice(-250, -20).map(({ samples }) => samples));
    expect(toneShare(heard, 440, 16_000)).toBeGreaterThan(share);
    expect(rms(heard)).toBeGreaterThan(0.1);
    const stats = await session.stats();
    expect(stats.packetsLost).toBeGreaterThan(0);
    expect(stats.jitterMs).toBeGreaterThan(3);
  });

  it('ends when the caller vanishes and releases everything', async () => {
    await call(FAIR_WEATHER);
    const vanishedAtMs = performance.now();
    relay.cutOff();
    await until('the call has ended', () => listener.failure, 20_000);
    expect(listener.failure).toBe('media-timeout');
    expect(performance.now() - vanishedAtMs).toBeLessThan(15_000);
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  }, 40_000);
});
