import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService } from '../../src/media/index.js';
import { tone } from '../support/audio.js';
import { until } from '../support/until.js';
import { DataChannelClient } from './support/datachannel-client.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { unannounced } from './support/unannounced.js';
import { WeriftClient } from './support/werift-client.js';

const PACKETS_PER_SECOND = 5_000;
const HEARD_WITHIN_MS = 3_000;
const TRIES = 6;
const LOUD = 500;

describe(`new call without an announced stream during ${PACKETS_PER_SECOND} unexpected packets a second`, () => {
  let media: MediaService;
  const toClose: (() => unknown)[] = [];

  beforeAll(async () => {
    media = await startMedia();
  });
  afterEach(async () => {
    for (const close of toClose.splice(0).reverse()) await close();
  });
  afterAll(() => media.close());

  async function call<C extends WeriftClient | DataChannelClient>(client: C) {
    toClose.push(() => client.close());
    const session = await openSession(media, unannounced(await client.createOffer()));
    toClose.push(() => session.close());
    const listener = new RecordingListener();
    session.listen(listener);
    await client.acceptAnswer(session.answerSdp);
    await until('media is connected', () => listener.connectedAtMs);
    return { client, session, listener };
  }

  /** Delay from a new caller's first packet until it is heard, in ms. */
  async function heardAfterMs(): Promise<number> {
    const { client, session, listener } = await call(new WeriftClient());
    const beganMs = performance.now();
    const speaking = client.speak(tone({ frequencyHz: 440, durationMs: 10_000, sampleRateHz: 48_000 }));
    speaking.catch(() => undefined);
    const isLoud = ({ samples }: { samples: Int16Array }) =>
      samples.some((sample) => Math.abs(sample) > LOUD);
    const heard = await until('it is heard', () => listener.frames.find(isLoud), 10_000).catch(
      () => undefined,
    );
    await client.close();
    session.close();
    return heard ? heard.atMs - beganMs : Number.POSITIVE_INFINITY;
  }

  it.each([
    ['each of a stream of its own', Number.POSITIVE_INFINITY],
    ['of a hundred streams in turn', 100],
    ['of one stream', 1],
  ])(
    'is heard within three seconds: packets %s',
    async (what, streams) => {
      const flooding = await call(new DataChannelClient());
      flooding.client.flood(PACKETS_PER_SECOND, streams);
      const figures: number[] = [];
      for (let i = 0; i < TRIES; i += 1) figures.push(Math.round(await heardAfterMs()));
      console.log(`${what}: heard after ${figures.join(', ')} ms`);
      expect(figures.filter((ms) => ms > HEARD_WITHIN_MS)).toEqual([]);
      expect(flooding.listener.failure).toBeUndefined();
    },
    120_000,
  );
});
