import { SileroDetector } from '../../src/engines/local/index.js';
import { SpeechSegmenter } from '../../src/voice/caller/index.js';
import type { SegmenterEvent } from '../../src/voice/caller/index.js';
import { atUsualLevel } from '../../bench/duplex/alterations.js';
import { musicOnHold } from '../../bench/duplex/noises.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { concat, tone } from '../support/audio.js';
import { until } from '../support/until.js';

const SAMPLES_PER_MS = 16;
const silence = (durationMs: number) => new Int16Array(durationMs * SAMPLES_PER_MS);
const noise = (durationMs: number, amplitude: number) =>
  silence(durationMs).map(() => (Math.random() - 0.5) * 2 * amplitude);

describe('voice activity detection', () => {
  let detector: SileroDetector;
  let speech: Int16Array;

  beforeAll(async () => {
    detector = await SileroDetector.create((error) => {
      throw error;
    });
    speech = await synthesise('What are your opening hours?', 16_000, 'rms');
  });
  afterAll(async () => {
    await detector.close();
  });

  /** Start and end of voices in this audio, relative to its start. */
  async function segments(audio: Int16Array): Promise<SegmenterEvent[]> {
    const segmenter = new SpeechSegmenter(detector.windowMs);
    const events: SegmenterEvent[] = [];
    let judgedMs = 0;
    const stream = detector.open((window) => {
      judgedMs = window.endMs;
      const event = segmenter.take(window);
      if (event && event.kind !== 'caller-suspected') events.push(event);
    });
    const durationMs = audio.length / SAMPLES_PER_MS;
    for (let at = 0; at < durationMs; at += 20) {
      const frame = audio.subarray(at * SAMPLES_PER_MS, (at + 20) * SAMPLES_PER_MS);
      stream.push(frame, at + 20);
      if (at % 400 === 0) await until('the windows are judged', () => judgedMs >= at - 200);
    }
    await until('the end is judged', () => judgedMs >= durationMs - 200);
    stream.close();
    return events;
  }

  it('detects the start of speech within 100 ms, and its end', async () => {
    const events = await segments(concat([silence(1_000), speech, silence(1_000)]));
    const speechEndMs = 1_000 + speech.length / SAMPLES_PER_MS;
    const [first, ...others] = events;
    expect(first?.kind).toBe('caller-started');
    expect(first?.kind === 'caller-started' && Math.abs(first.onsetMs - 1_200)).toBeLessThan(200);
    const last = others.at(-1);
    expect(last?.kind === 'caller-stopped' && Math.abs(last.endMs - speechEndMs)).toBeLessThan(350);
  });

  it("detects the end of a sentence within a few windows, without the model's afterglow", async () => {
    const lags: number[] = [];
    for (const text of [
      'Yes please.',
      'No thanks.',
      'Where are you?',
      'I would like to book a table for two.',
    ]) {
      for (const voice of ['slt', 'rms', 'awb'] as const) {
        const spoken = await synthesise(text, 16_000, voice);
        const audible = spoken.findLastIndex((sample) => Math.abs(sample) > 300) + 1;
        const events = await segments(concat([silence(500), spoken.subarray(0, audible), silence(600)]));
        const last = events.at(-1);
        if (last?.kind === 'caller-stopped') lags.push(last.endMs - (500 + audible / SAMPLES_PER_MS));
      }
    }
    expect(lags).toHaveLength(12);
    for (const lag of lags) expect(Math.abs(lag)).toBeLessThanOrEqual(64);
    const mean = lags.reduce((sum, lag) => sum + lag, 0) / lags.length;
    expect(Math.abs(mean)).toBeLessThanOrEqual(20);
  });

  it.each([
    ['silence', () => silence(3_000)],
    ['loud noise', () => noise(3_000, 8_000)],
    ['a dial tone', () => tone({ frequencyHz: 440, durationMs: 3_000, sampleRateHz: 16_000 })],
  ])('detects no voice in %s', async (_name, audio) => {
    expect(await segments(audio())).toEqual([]);
  });

  it('detects speech over music that has played for half a minute', async () => {
    const question = await synthesise('Where are you?', 16_000, 'rms');
    const turn = concat([silence(6_000), atUsualLevel(question)]);
    const turns = concat([silence(9_000), ...Array.from({ length: 4 }, () => turn), silence(1_000)]);
    const music = musicOnHold();
    const events = await segments(turns.map((sample, at) => sample + (music[at % music.length] ?? 0)));
    for (let asked = 1; asked <= 4; asked++) {
      const endMs = 9_000 + (asked * turn.length) / SAMPLES_PER_MS;
      const isHeard = (event: SegmenterEvent) =>
        event.kind === 'caller-stopped' && Math.abs(event.endMs - endMs) < 350;
      expect(events.filter(isHeard)).toHaveLength(1);
    }
  });

  it('measures the level of background noise', async () => {
    const levels: number[] = [];
    const stream = detector.open((window) => levels.push(...(window.levels ?? [])));
    for (let at = 0; at < 3_000; at += 20) stream.push(noise(20, 600), at + 20);
    await until('windows are judged', () => levels.length > 80);
    stream.close();
    // Uniform noise has an RMS of its amplitude over the square root of three.
    for (const level of levels) expect(level * 32_768).toBeCloseTo(600 / Math.sqrt(3), -2);
  });

  it('processes many calls independently', async () => {
    const voiced = concat([silence(500), speech, silence(500)]);
    const quiet = noise(2_000, 500);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => segments(index % 2 === 0 ? voiced : quiet)),
    );
    results.forEach((events, index) => expect(events.length > 0).toBe(index % 2 === 0));
  });

  it('reports nothing after a stream is closed', async () => {
    let reports = 0;
    const stream = detector.open(() => reports++);
    for (let at = 0; at < 10; at++) stream.push(noise(200, 8_000), (at + 1) * 200);
    stream.close();
    await segments(silence(500));
    expect(reports).toBe(0);
  });
});
