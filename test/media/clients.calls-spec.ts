import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { concat, tone, usualToneShare } from '../support/audio.js';
import { until } from '../support/until.js';
import { DataChannelClient } from './support/datachannel-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { WeriftClient } from './support/werift-client.js';

describe.each([
  ['werift', () => new WeriftClient()],
  ['node-datachannel', () => new DataChannelClient()],
])('call of %s', (_, createClient) => {
  let media: MediaService;
  let client: WeriftClient | DataChannelClient;
  let session: MediaSession;
  let listener: RecordingListener;

  beforeAll(async () => {
    media = await startMedia();
  });

  afterEach(async () => {
    session.close();
    await client.close();
  });

  afterAll(() => media.close());

  async function call(loop: boolean): Promise<void> {
    client = createClient();
    session = await openSession(media, await client.createOffer(), { loop });
    listener = new RecordingListener();
    session.listen(listener);
    await client.acceptAnswer(session.answerSdp);
    await until('media is connected', () => listener.connectedAtMs);
  }

  it('carries audio both ways', async () => {
    await call(false);
    const startedAtMs = performance.now();
    session.speech.write(tone({ frequencyHz: 620, durationMs: 1_200, sampleRateHz: 24_000 }));
    await until('the client is heard, and hears', async () => {
      await client.speak(tone({ frequencyHz: 440, durationMs: 1_000, sampleRateHz: 48_000 }));
      const frames = listener.frames.slice(-40);
      const heard = concat(frames.map(({ samples }) => samples));
      return (
        usualToneShare(heard, 440, 16_000) > 0.9 &&
        frames.filter(({ concealed }) => concealed).length < 8 &&
        usualToneShare(client.line.decodeSince(startedAtMs + 200), 620, 48_000) > 0.9
      );
    });
  });

  it('echoes its packets in a looped session', async () => {
    await call(true);
    const startedAtMs = performance.now();
    await until('packets are back', async () => {
      await client.speak(tone({ frequencyHz: 523, durationMs: 800, sampleRateHz: 48_000 }));
      return client.line.received.length >= 38;
    });
    expect(usualToneShare(client.line.decodeSince(startedAtMs + 100), 523, 48_000)).toBeGreaterThan(0.9);
  });
});
