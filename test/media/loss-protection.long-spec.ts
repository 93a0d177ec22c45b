import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { carriesPreviousPacket, opusPacketTicks } from '../../src/media/codecs/opus-packet.js';
import { concat, tone } from '../support/audio.js';
import { FAIR_WEATHER, serverPortOf, UdpRelay } from '../support/udp-relay.js';
import { until } from '../support/until.js';
import { seededRandom } from './support/mutate-sdp.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { WeriftClient } from './support/werift-client.js';

/** Packets needed to detect FEC. */
const ENOUGH = 25;

describe('FEC for callers with packet loss', () => {
  let media: MediaService;
  let session: MediaSession;
  let relay: UdpRelay;
  let speaking: NodeJS.Timeout;
  const client = new WeriftClient();

  beforeAll(async () => {
    media = await startMedia({}, { speechQueueMaxMs: 2_000 });
  });

  afterAll(async () => {
    clearInterval(speaking);
    session?.close();
    await client.close();
    relay?.close();
    await media?.close();
  });

  const carrying = () =>
    client.line.received.slice(-ENOUGH).filter(({ payload }) => carriesPreviousPacket(payload)).length;

  const long = () =>
    client.line.received.slice(-ENOUGH).filter(({ payload }) => opusPacketTicks(payload) > 960).length;

  it('is on until a caller reports no loss, and again after loss', async () => {
    session = await openSession(media, await client.createOffer());
    const listener = new RecordingListener();
    session.listen(listener);
    relay = await UdpRelay.create(serverPortOf(session.answerSdp), FAIR_WEATHER, seededRandom(1));
    await client.acceptAnswer(relay.rewrite(session.answerSdp));
    await until('media is connected', () => listener.connectedAtMs);
    // An intermittent tone, since libopus treats a steady one as noise.
    const syllable = concat([
      tone({ frequencyHz: 300, durationMs: 100, sampleRateHz: 24_000 }),
      new Int16Array(24 * 100),
    ]);
    const speak = () => {
      while (session.speech.queuedMs < 1_000) session.speech.write(syllable);
    };
    speak();
    speaking = setInterval(speak, 200);
    await until('packets carry copies', () => carrying() > ENOUGH / 5);
    await until('packets carry none', () => client.line.received.length > ENOUGH && carrying() === 0, 20_000);
    await until('packets are long', () => long() === ENOUGH, 5_000);
    relay.weather = { ...FAIR_WEATHER, loss: 0.2 };
    await until('packets carry copies again', () => carrying() > ENOUGH / 5, 20_000);
    await until('packets are short again', () => long() === 0, 5_000);
  });
});
