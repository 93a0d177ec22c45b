import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { opusPacketTicks } from '../../src/media/codecs/opus-packet.js';
import { tone } from '../support/audio.js';
import { until } from '../support/until.js';
import { openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { WeriftClient } from './support/werift-client.js';

const FRAME_TICKS = 960;
const FRAME_MS = 20;

describe('agent packets received by a client', () => {
  let media: MediaService;
  let client: WeriftClient;
  let session: MediaSession;

  beforeAll(async () => {
    media = await startMedia({}, { speechQueueMaxMs: 2_000 });
  });

  beforeEach(async () => {
    client = new WeriftClient();
    session = await openSession(media, await client.createOffer());
    const listener = new RecordingListener();
    session.listen(listener);
    await client.acceptAnswer(session.answerSdp);
    await until('media is connected', () => listener.connectedAtMs);
  });

  afterEach(async () => {
    session.close();
    await client.close();
  });

  afterAll(() => media.close());

  /** Writes speech and resolves when it was sent. */
  const say = (durationMs: number) =>
    new Promise<void>((resolve) => {
      session.speech.write(tone({ frequencyHz: 500, durationMs, sampleRateHz: 24_000 }));
      session.speech.mark(resolve);
    });

  it('have contiguous sequence numbers, real-time timestamps and a marker at speech start', async () => {
    const beganMs = performance.now();
    await say(600);
    const pauseFromMs = performance.now();
    await until('there was a pause', () => performance.now() > pauseFromMs + 500);
    await say(400);
    await until('everything arrived', () => client.line.received.length >= 50 + 3);
    const packets = client.line.received;
    const steps = packets.slice(1).map((packet, index) => {
      const before = packets[index] ?? packet;
      return {
        sequence: (packet.sequenceNumber - before.sequenceNumber) & 0xffff,
        ticks: (packet.timestamp - before.timestamp) >>> 0,
      };
    });
    expect(steps.every(({ sequence }) => sequence === 1)).toBe(true);
    expect(steps.every(({ ticks }) => ticks % FRAME_TICKS === 0)).toBe(true);
    const markers = packets.filter(({ marker }) => marker);
    expect(markers).toHaveLength(2);

    const [first, second] = markers;
    if (!first || !second) throw new Error('no talkspurts');
    const betweenMs = ((second.timestamp - first.timestamp) >>> 0) / 48;
    // Timestamps frozen during the pause would be 600 ms apart; a late clock for the first brings them closer.
    expect(betweenMs).toBeGreaterThan(600 + 250);
    // The second talkspurt may start one frame early, and the clock may have been late for the first.
    expect(betweenMs).toBeLessThan(second.atMs - beganMs + 60);
  });

  it('arrive evenly and in real time', async () => {
    const startedAtMs = performance.now();
    await say(1_500);
    expect(performance.now() - startedAtMs).toBeGreaterThan(1_440);
    const speech = () => client.line.received.filter(({ payload }) => payload.length > 20);
    await until('the last one arrived', () => speech().length >= 75);
    const spoken = speech();
    const errors = spoken.map(({ atMs, timestamp }) => {
      const [first] = spoken;
      return atMs - (first?.atMs ?? 0) - ((timestamp - (first?.timestamp ?? 0)) >>> 0) / 48;
    });
    const usual = median(errors);
    expect(median(errors.map((error) => Math.abs(error - usual)))).toBeLessThan(FRAME_MS);
  });

  it('stop during silence except for one every 2 s', async () => {
    await say(200);
    // Earlier packets may still be in flight.
    const silentFromMs = performance.now() + 500;
    await until('five seconds passed', () => performance.now() > silentFromMs + 5_000);
    const count = client.line.received.filter(({ atMs }) => atMs > silentFromMs).length;
    expect(count).toBeGreaterThanOrEqual(2);
    expect(count).toBeLessThanOrEqual(6);
  });

  it('last 40 ms once the client reports no loss, except at the start of speech', async () => {
    const ticksOf = () => client.line.received.map(({ payload }) => opusPacketTicks(payload));
    const speak = () =>
      session.speech.write(tone({ frequencyHz: 500, durationMs: 1_000, sampleRateHz: 24_000 }));
    speak();
    const speaking = setInterval(speak, 900);
    await until('there are long packets', () => ticksOf().includes(1_920), 20_000);
    clearInterval(speaking);
    expect(ticksOf().slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 960));
    await until('all was said', () => session.speech.queuedMs === 0);
    await until(
      'there was a pause',
      () => (client.line.received.at(-1)?.atMs ?? 0) < performance.now() - 500,
    );
    const from = client.line.received.length;
    await say(420);
    const talk = await until('all arrived', () => {
      const { received } = client.line;
      const begin = received.findIndex(({ marker }, index) => marker && index >= from);
      const spoken = received.slice(begin).filter(({ payload }) => payload.length > 20);
      return begin >= 0 && spoken.length >= 11 ? spoken : undefined;
    });
    expect(talk.slice(0, 11).map(({ payload }) => opusPacketTicks(payload))).toEqual([
      960,
      ...Array.from({ length: 10 }, () => 1_920),
    ]);
    const steps = talk
      .slice(1, 11)
      .map(({ timestamp }, index) => (timestamp - (talk[index]?.timestamp ?? 0)) >>> 0);
    expect(steps[0]).toBe(960);
    // All, except for stalls of the machine.
    expect(steps.filter((step) => step === 1_920).length).toBeGreaterThanOrEqual(7);
  });

  it('carry what the queue accepted; overflow is dropped and counted', async () => {
    session.speech.write(tone({ frequencyHz: 500, durationMs: 3_000, sampleRateHz: 24_000 }));
    // One frame may already be sent.
    expect([1_980, 2_000]).toContain(session.speech.queuedMs);
    expect((await session.stats()).speechOverflowMs).toBe(1_000);
  });
});

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
