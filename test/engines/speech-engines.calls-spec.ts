import { jest } from '@jest/globals';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { until } from '../support/until.js';
import { joinedSamples } from '../../src/audio/index.js';
import { SpeechEngines, type SpeechEnginesOptions, VOICE_RATE_HZ } from '../../src/engines/local/index.js';
import { resample } from '../stand-ins/audio/pcm.js';

const SENTENCES = ['what are your opening hours', 'where are you', 'thank you', 'goodbye'];
const SAMPLE_RATE_HZ = 16_000;

function createEngines(overrides: Partial<SpeechEnginesOptions> = {}): SpeechEngines {
  return new SpeechEngines({ workers: 1, maxQueuedJobsPerWorker: 20, jobTimeoutMs: 20_000, ...overrides });
}

describe('local speech engines', () => {
  let engines: SpeechEngines;
  beforeAll(() => {
    engines = createEngines();
  });
  afterAll(() => engines.close());

  const say = (text: string) => synthesise(text, SAMPLE_RATE_HZ);
  const understand = async (samples: Int16Array, of = engines) =>
    (await of.recognize({ samples, phrases: [] })).text;
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z ]/g, '');

  it.each(SENTENCES)('recognize "%s" as they speak it', async (sentence) => {
    expect(plain(await understand(await say(sentence)))).toBe(sentence);
  });

  it('synthesize in chunks and recognize the result', async () => {
    const pieces: Int16Array[] = [];
    await engines.speak({ text: 'Thank you for calling.', speed: 1 }, (samples) => pieces.push(samples));
    expect(pieces.length).toBeGreaterThan(1);
    const heard = await understand(resample(joinedSamples(pieces), VOICE_RATE_HZ, SAMPLE_RATE_HZ));
    expect(plain(heard)).toBe('thank you for calling');
  });

  it('recognize several callers at once without mixing them', async () => {
    const audio = await Promise.all(SENTENCES.map(say));
    const heard = await Promise.all(
      [0, 1, 2, 3, 0, 1].map((index) => understand(audio[index] ?? new Int16Array(0))),
    );
    expect(heard.map(plain)).toEqual([0, 1, 2, 3, 0, 1].map((index) => SENTENCES[index]));
  });

  it('reject a job beyond the queue limit', async () => {
    const narrow = createEngines({ maxQueuedJobsPerWorker: 1 });
    const said = await say('thank you');
    const underWay = understand(said, narrow);
    const waiting = understand(said, narrow);
    await expect(understand(said, narrow)).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      retryable: true,
    });
    for (const heard of await Promise.all([underWay, waiting])) expect(plain(heard)).toBe('thank you');
    await narrow.close();
  });

  it('report overload when callers queue, so that new calls are refused', async () => {
    const said = new Int16Array(10 * SAMPLE_RATE_HZ);
    const busy = createEngines({ maxQueuedJobsPerWorker: 200 });
    expect(busy.isBehind).toBe(false);
    const all = Array.from({ length: 100 }, () => understand(said, busy).catch(() => undefined));
    await until('they are behind', () => busy.isBehind, 20_000);
    await busy.close();
    await Promise.all(all);
  });

  it("fail a stuck worker's job with a retryable fault and recover", async () => {
    let died = 0;
    const impatient = createEngines({ jobTimeoutMs: 5, onWorkerDied: () => died++ });
    await expect(understand(new Int16Array(20 * SAMPLE_RATE_HZ), impatient)).rejects.toMatchObject({
      code: 'PROVIDER_TIMEOUT',
      retryable: true,
    });
    expect(died).toBe(1);
    expect(await understand(new Int16Array(10), impatient).catch(() => '')).toBe('');
    await impatient.close();
  });

  it('unload idle models and reload them on demand', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    try {
      const unused = createEngines();
      await unused.load();
      expect(unused.workerCount).toBe(1);
      await jest.advanceTimersByTimeAsync(10 * 60_000);
      while (unused.workerCount > 0) await turn();
      expect(plain(await understand(await say('thank you'), unused))).toBe('thank you');
      await jest.advanceTimersByTimeAsync(10 * 60_000);
      expect(unused.workerCount).toBe(1);
      await unused.close();
    } finally {
      jest.useRealTimers();
    }
  });

  it('refuse work after close', async () => {
    const closed = createEngines();
    await closed.close();
    await expect(understand(new Int16Array(SAMPLE_RATE_HZ), closed)).rejects.toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    });
    expect(closed.workerCount).toBe(0);
  });
});
