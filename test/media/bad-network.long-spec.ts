import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { concat, rms, tone, toneShare } from '../support/audio.js';
import { FAIR_WEATHER, type NetworkWeather, serverPortOf, UdpRelay } from '../support/udp-relay.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { seededRandom } from './support/mutate-sdp.js';

const NOTHING_LEFT = {
  sessions: 0,
  webRtcTransports: 0,
  producers: 0,
  consumers: 0,
  codecStates: 0,
  clockTickers: 0,
};

describe('a call over a bad network', () => {
  let media: MediaService;
  let client: WebRtcClient;
  let relay: UdpRelay;
  let session: MediaSession;
  let listener: RecordingListener;

  beforeEach(async () => {
    media = await startMedia({ MEDIA_TIMEOUT_MS: '10000' });
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

  it('keeps its audio while forged, repeated and truncated packets and STUN requests pour in', async () => {
    await call(FAIR_WEATHER);
    const repeated: Buffer[] = [];
    relay.onClientPacket = (packet) => {
      if (repeated.length < 50) repeated.push(Buffer.from(packet));
    };
    const spoken = client.sendPcm(tone({ frequencyHz: 440, durationMs: 5_000, sampleRateHz: 48_000 }));
    await until('packets to repeat were seen', () => repeated.length === 50);
    const before = listener.frames.length;
    let sent = 0;
    const startedAtMs = performance.now();
    const flood = setInterval(() => {
      // Ten thousand packets a second, however late the timer is.
      const due = Math.min(40_000, (performance.now() - startedAtMs) * 10);
      for (; sent < due; sent += 1) relay.forge(hostilePacket(sent, repeated));
    }, 5);
    await until('all were sent', () => sent >= 40_000, 15_000);
    clearInterval(flood);
    await spoken;
    const frames = listener.frames.slice(before);
    const heard = concat(frames.slice(0, 90).map(({ samples }) => samples));
    expect(toneShare(heard, 440, 16_000)).toBeGreaterThan(0.9);
    const stats = await session.stats();
    expect(stats.packetsMalformed).toBe(0);
    expect(stats.packetsLost / stats.packetsReceived).toBeLessThan(0.01);
    expect(listener.failure).toBeUndefined();
  });

  it('ends when the caller vanishes, and releases everything', async () => {
    await call(FAIR_WEATHER);
    const vanishedAtMs = performance.now();
    relay.cutOff();
    await until('the call has ended', () => listener.failure, 20_000);
    expect(listener.failure).toBe('media-timeout');
    expect(performance.now() - vanishedAtMs).toBeLessThan(15_000);
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  }, 40_000);
});

/** Kinds of packets that somebody who can send from the caller's address, but has no keys, would send. */
function hostilePacket(index: number, repeated: readonly Buffer[]): Buffer {
  const real = repeated[index % repeated.length] ?? Buffer.alloc(0);
  switch (index % 5) {
    case 0:
      return real;
    case 1:
      return real.subarray(0, index % Math.max(1, real.length));
    case 2: {
      const changed = Buffer.from(real);
      changed[index % changed.length] = (changed[index % changed.length] ?? 0) ^ 0x01;
      return changed;
    }
    case 3: {
      const forged = randomBytes(60 + (index % 1_200));
      forged[0] = 0x80;
      forged[1] = 111;
      return forged;
    }
    default: {
      // A STUN binding request (RFC 8489, 5) with attributes that are noise.
      const stun = randomBytes(20 + 64);
      stun.writeUInt16BE(0x0001, 0);
      stun.writeUInt16BE(64, 2);
      stun.writeUInt32BE(0x2112_a442, 4);
      return stun;
    }
  }
}
