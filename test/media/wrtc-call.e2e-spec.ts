import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { concat, rms, tone, usualToneShare } from '../support/audio.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';

describe('libwebrtc call (@roamhq/wrtc)', () => {
  let media: MediaService;
  let client: WebRtcClient;
  let session: MediaSession | undefined;
  let listener: RecordingListener;

  beforeAll(async () => {
    media = await startMedia();
  });

  afterEach(() => {
    session?.close();
    client.close();
  });

  afterAll(() => media.close());

  async function call(
    request: { loop: boolean },
    change: (offer: string) => string = (offer) => offer,
  ): Promise<MediaSession> {
    client = new WebRtcClient();
    session = await openSession(media, change(await client.createOffer()), request);
    listener = new RecordingListener();
    session.listen(listener);
    await client.acceptAnswer(session.answerSdp);
    await until('media is connected', () => listener.connectedAtMs);
    return session;
  }

  /** The client hears a clear tone from that time on. */
  const heard = (frequencyHz: number, sinceMs: number) =>
    until('the client hears the tone', () => {
      const { samples, sampleRateHz } = client.heardSince(sinceMs);
      return rms(samples) > 0.1 && usualToneShare(samples, frequencyHz, sampleRateHz) > 0.8;
    });

  it("receives the caller's tone at the requested rate in regular 20 ms frames", async () => {
    await call({ loop: false });
    const from = listener.frames.length;
    await client.sendPcm(tone({ frequencyHz: 440, durationMs: 1_500, sampleRateHz: 48_000 }));
    await until('a second of frames has come', () => listener.frames.length >= from + 75);
    const tones = concat(listener.frames.slice(from + 25, from + 65).map(({ samples }) => samples));
    expect(listener.frames.every(({ samples }) => samples.length === 320)).toBe(true);
    expect(usualToneShare(tones, 440, 16_000)).toBeGreaterThan(0.9);
    expect(rms(tones)).toBeGreaterThan(0.1);
  });

  it('plays queued speech to the caller', async () => {
    const { speech } = await call({ loop: false });
    const startedAtMs = performance.now();
    let reachedAtMs = 0;
    speech.write(tone({ frequencyHz: 620, durationMs: 1_000, sampleRateHz: 24_000 }));
    speech.mark(() => (reachedAtMs = performance.now()));
    await until('the mark is reached', () => reachedAtMs);
    expect(reachedAtMs - startedAtMs).toBeGreaterThan(930);
    await heard(620, startedAtMs + 300);
  });

  it('loops the caller back without frames in this process', async () => {
    await call({ loop: true });
    const startedAtMs = performance.now();
    await client.sendPcm(tone({ frequencyHz: 523, durationMs: 1_000, sampleRateHz: 48_000 }));
    await heard(523, startedAtMs + 300);
    expect(listener.frames).toEqual([]);
  });

  it.each([
    ['PCMU', '0'],
    ['PCMA', '8'],
  ])('carries %s both ways for a client without Opus', async (name, payloadType) => {
    const { speech, answerSdp } = await call({ loop: false }, (offer) =>
      offer.replace(/(m=audio \d+ \S+) .*/, `$1 ${payloadType}`),
    );
    expect(answerSdp).toContain(`a=rtpmap:${payloadType} ${name}/8000\r\n`);
    const startedAtMs = performance.now();
    const from = listener.frames.length;
    speech.write(tone({ frequencyHz: 620, durationMs: 1_200, sampleRateHz: 24_000 }));
    await client.sendPcm(tone({ frequencyHz: 440, durationMs: 1_200, sampleRateHz: 48_000 }));
    const heardHere = concat(listener.frames.slice(from + 20, from + 55).map(({ samples }) => samples));
    expect(usualToneShare(heardHere, 440, 16_000)).toBeGreaterThan(0.9);
    await heard(620, startedAtMs + 300);
  });
});
