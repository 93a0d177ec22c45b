import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { concat, rms, tone, usualToneShare } from '../support/audio.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';

describe('a call of libwebrtc (@roamhq/wrtc)', () => {
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

  const packetsReceived = async () => (await session?.stats())?.packetsReceived ?? 0;

  it('hears the tone that the caller sends, at the rate that was asked for, in even 20 ms frames', async () => {
    await call({ loop: false });
    const from = listener.frames.length;
    await client.sendPcm(tone({ frequencyHz: 440, durationMs: 1_500, sampleRateHz: 48_000 }));
    await until('a second of frames has come', () => listener.frames.length >= from + 75);
    const heard = concat(listener.frames.slice(from + 25, from + 65).map(({ samples }) => samples));
    expect(listener.frames.every(({ samples }) => samples.length === 320)).toBe(true);
    expect(usualToneShare(heard, 440, 16_000)).toBeGreaterThan(0.9);
    expect(rms(heard)).toBeGreaterThan(0.1);
  });

  it('sends next to nothing while it is silent, which takes no time away, and is heard again from then on', async () => {
    const { answerSdp } = await call({ loop: false });
    expect(answerSdp).toContain(';usedtx=1');
    await client.sendPcm(new Int16Array(48_000));
    const [received, frames] = [await packetsReceived(), listener.frames.length];
    await client.sendPcm(new Int16Array(3 * 48_000));
    expect((await packetsReceived()) - received).toBeLessThan(40);
    expect(listener.frames.length - frames).toBeGreaterThan(140);
    expect(listener.frames.slice(frames).every(({ concealed }) => !concealed)).toBe(true);
    const from = listener.frames.length;
    await client.sendPcm(tone({ frequencyHz: 440, durationMs: 1_500, sampleRateHz: 48_000 }));
    const heard = concat(listener.frames.slice(from + 10, from + 60).map(({ samples }) => samples));
    expect(usualToneShare(heard, 440, 16_000)).toBeGreaterThan(0.9);
  });

  it('plays to the caller what is written to its speech queue', async () => {
    const { speech } = await call({ loop: false });
    const startedAtMs = performance.now();
    let reachedAtMs = 0;
    speech.write(tone({ frequencyHz: 620, durationMs: 1_000, sampleRateHz: 24_000 }));
    speech.mark(() => (reachedAtMs = performance.now()));
    await until('the mark is reached', () => reachedAtMs);
    expect(reachedAtMs - startedAtMs).toBeGreaterThan(930);
    expect(reachedAtMs - startedAtMs).toBeLessThan(3_000);
    const { samples, sampleRateHz } = client.heardSince(startedAtMs + 300);
    expect(usualToneShare(samples, 620, sampleRateHz)).toBeGreaterThan(0.9);
    expect(rms(samples)).toBeGreaterThan(0.1);
  });

  it('loops the caller back without a frame through this process', async () => {
    await call({ loop: true });
    const spoken = client.sendPcm(tone({ frequencyHz: 523, durationMs: 1_500, sampleRateHz: 48_000 }));
    const startedAtMs = performance.now();
    await spoken;
    const { samples, sampleRateHz } = client.heardSince(startedAtMs + 600);
    expect(usualToneShare(samples, 523, sampleRateHz)).toBeGreaterThan(0.9);
    expect(listener.frames).toEqual([]);
  });

  it.each([
    ['PCMU', '0'],
    ['PCMA', '8'],
  ])('talks %s both ways with a client that offers no Opus', async (name, payloadType) => {
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
    const heardThere = client.heardSince(startedAtMs + 400);
    expect(usualToneShare(heardThere.samples, 620, heardThere.sampleRateHz)).toBeGreaterThan(0.8);
    expect(rms(heardThere.samples)).toBeGreaterThan(0.1);
  });

  it('stops at once when the speech is cleared, and says how much was sent', async () => {
    const { speech } = await call({ loop: false });
    const beganMs = performance.now();
    speech.write(tone({ frequencyHz: 620, durationMs: 3_000, sampleRateHz: 24_000 }));
    await until('a second was sent', () => speech.queuedMs < 2_000);
    const cleared = speech.clear();
    expect(cleared.sentMs + cleared.droppedMs).toBe(3_000);
    expect(cleared.sentMs).toBeGreaterThanOrEqual(1_000);
    expect(cleared.sentMs).toBeLessThan(2_500);
    // The client plays what its jitter buffer holds, which is more where the machine stood still for a moment.
    await until('the client is silent', () => {
      const { samples } = client.heardSince(performance.now() - 300);
      return samples.length > 0 && rms(samples) < 0.003;
    });
    expect(audibleMs(client.heardSince(beganMs))).toBeLessThan(cleared.sentMs + 1_000);
  });
});

/** How long a tone was to be heard, in windows of 20 ms. */
function audibleMs({ samples, sampleRateHz }: { samples: Int16Array; sampleRateHz: number }): number {
  const windowSamples = sampleRateHz / 50;
  let audible = 0;
  for (let start = 0; start < samples.length; start += windowSamples)
    if (rms(samples.subarray(start, start + windowSamples)) > 0.02) audible += 20;
  return audible;
}
