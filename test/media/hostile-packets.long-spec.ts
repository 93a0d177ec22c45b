import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService } from '../../src/media/index.js';
import { concat, rms, tone, toneShare } from '../support/audio.js';
import { serverPortOf, throughRelay } from '../support/udp-relay.js';
import { usedBytes } from '../support/used-bytes.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import type { FloodKind } from './support/hostile-relay-process.js';
import { HostileRelay } from './support/hostile-relay.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { expectMediaUnharmed } from './support/unharmed-media.js';

const PACKETS_PER_SECOND = 10_000;
const FLOOD_SECONDS = 10;
const TONE_HZ = 440;
const FRAMES_PER_SECOND = 50;
const MAX_LOSS = 0.01;

describe(`${PACKETS_PER_SECOND} hostile packets a second spoofing a caller`, () => {
  let media: MediaService;

  beforeAll(async () => {
    media = await startMedia();
  });
  afterAll(() => media.close());

  it.each<[string, FloodKind]>([
    ['forged, repeated, changed and truncated SRTP', 'srtp'],
    ['STUN requests, also from strangers', 'stun'],
  ])(
    'cost no audio and never reach the agent: %s',
    async (_name, kind) => {
      const before = usedBytes(media.workerPids);
      const client = new WebRtcClient();
      const session = await openSession(media, await client.createOffer());
      const relay = await HostileRelay.start(serverPortOf(session.answerSdp));
      try {
        const listener = new RecordingListener();
        session.listen(listener);
        await client.acceptAnswer(throughRelay(session.answerSdp, relay.port));
        await until('media is connected', () => listener.connectedAtMs);
        const durationMs = (FLOOD_SECONDS + 10) * 1_000;
        void client.sendPcm(tone({ frequencyHz: TONE_HZ, durationMs, sampleRateHz: 48_000 }));
        await until('the tone is heard', () => rms(lastSecond(listener)) > 0.1);

        const statsBefore = await session.stats();
        const framesBefore = listener.frames.length;
        const beganMs = performance.now();
        const rate = await relay.flood(kind, PACKETS_PER_SECOND, FLOOD_SECONDS);
        const elapsedSeconds = (performance.now() - beganMs) / 1_000;
        const frames = listener.frames.slice(framesBefore);
        const stats = await session.stats();

        expect(rate).toBeGreaterThan(PACKETS_PER_SECOND * 0.99);
        expect(listener.failure).toBeUndefined();
        const received = stats.packetsReceived - statsBefore.packetsReceived;
        // Replayed audio must not be heard twice.
        expect(received).toBeLessThan((elapsedSeconds + 1) * FRAMES_PER_SECOND);
        expect((stats.packetsLost - statsBefore.packetsLost) / received).toBeLessThan(MAX_LOSS);
        expect(stats.packetsMalformed).toBe(0);
        expect(frames.length).toBeGreaterThan((elapsedSeconds - 1) * FRAMES_PER_SECOND);
        expect(frames.filter(({ concealed }) => concealed).length / frames.length).toBeLessThan(MAX_LOSS);
        const heard = concat(frames.map(({ samples }) => samples));
        expect(toneShare(heard, TONE_HZ, 16_000)).toBeGreaterThan(0.9);
      } finally {
        await relay.stop();
        client.close();
        session.close();
      }
      await expectMediaUnharmed(media, before);
    },
    120_000,
  );
});

const lastSecond = (listener: RecordingListener) =>
  concat(listener.frames.slice(-FRAMES_PER_SECOND).map(({ samples }) => samples));
