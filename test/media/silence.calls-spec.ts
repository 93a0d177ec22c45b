import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { concat, rms, tone, usualToneShare } from '../support/audio.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';

describe('silence in a libwebrtc call (@roamhq/wrtc)', () => {
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

  async function call(): Promise<MediaSession> {
    client = new WebRtcClient();
    session = await openSession(media, await client.createOffer());
    listener = new RecordingListener();
    session.listen(listener);
    await client.acceptAnswer(session.answerSdp);
    await until('media is connected', () => listener.connectedAtMs);
    return session;
  }

  const packetsReceived = async () => (await session?.stats())?.packetsReceived ?? 0;

  it('sends almost nothing, keeps time, and carries later speech', async () => {
    const { answerSdp } = await call();
    expect(answerSdp).toContain(';usedtx=1');
    await client.sendPcm(new Int16Array(48_000));
    const [received, frames] = [await packetsReceived(), listener.frames.length];
    await client.sendPcm(new Int16Array(3 * 48_000));
    expect((await packetsReceived()) - received).toBeLessThan(40);
    await until('time has passed for the agent, too', () => listener.frames.length - frames > 140);
    // None, except for stalls of the machine.
    expect(listener.frames.slice(frames).filter(({ concealed }) => concealed).length).toBeLessThan(8);
    const from = listener.frames.length;
    await client.sendPcm(tone({ frequencyHz: 440, durationMs: 1_500, sampleRateHz: 48_000 }));
    const heard = concat(listener.frames.slice(from + 10, from + 60).map(({ samples }) => samples));
    expect(usualToneShare(heard, 440, 16_000)).toBeGreaterThan(0.9);
  });

  it('starts at once when speech is cleared, and reports how much was sent', async () => {
    const { speech } = await call();
    const beganMs = performance.now();
    speech.write(tone({ frequencyHz: 620, durationMs: 3_000, sampleRateHz: 24_000 }));
    await until('a second was sent', () => speech.queuedMs < 2_000);
    const cleared = speech.clear();
    expect(cleared.sentMs + cleared.droppedMs).toBe(3_000);
    expect(cleared.sentMs).toBeGreaterThanOrEqual(1_000);
    expect(cleared.sentMs).toBeLessThan(2_500);
    // The client plays out its jitter buffer, which grows after a stall.
    await until('the client is silent', () => {
      const { samples } = client.heardSince(performance.now() - 300);
      return samples.length > 0 && rms(samples) < 0.003;
    });
    expect(audibleMs(client.heardSince(beganMs))).toBeLessThan(cleared.sentMs + 1_000);
  });
});

/** How long a tone was audible, in 20 ms windows. */
function audibleMs({ samples, sampleRateHz }: { samples: Int16Array; sampleRateHz: number }): number {
  const windowSamples = sampleRateHz / 50;
  let audible = 0;
  for (let start = 0; start < samples.length; start += windowSamples)
    if (rms(samples.subarray(start, start + windowSamples)) > 0.02) audible += 20;
  return audible;
}
