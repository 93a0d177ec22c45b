import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AgentFault } from '../../src/voice/agent-adapter.js';
import { SherpaEngines, type SherpaEngine } from '../../src/engines/sherpa-onnx/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { describeWithSherpa } from '../support/sherpa.js';
import { until } from '../support/until.js';
import { engineOptions, sherpaModels } from './support/sherpa-models.js';

let folder: string;
const engines: SherpaEngines[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sherpa-'));
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(async () => {
  await Promise.all(engines.splice(0).map((each) => each.close()));
});

function enginesWith(options: Partial<typeof engineOptions> = {}): SherpaEngines {
  const made = new SherpaEngines({ ...engineOptions, ...options });
  engines.push(made);
  return made;
}

/** A copy of the whole-turn recognizer to damage. */
async function copyOf(model: string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'model-'));
  await cp(model, copy, { recursive: true });
  return copy;
}

/** Why a model is unusable. */
async function problemOf(engine: Promise<SherpaEngine>): Promise<string> {
  const { require } = await engine;
  try {
    require();
  } catch (error) {
    return (error as AgentFault).message;
  }
  throw new Error('The model is said to be usable');
}

const hear = async (engine: SherpaEngine, text: string) =>
  await engine.require().run({ kind: 'transcribe', samples: await synthesise(text, 16_000) });

const speak = (text: string) => ({ kind: 'speak', text, speaker: 0, speed: 1 }) as const;

describeWithSherpa(describe)('loaded model', () => {
  it('works beside one that crashes on load', async () => {
    const all = enginesWith();
    const sound = await all.loadRecognizer('sound', { modelDirectory: sherpaModels.offline });
    const [garbled, foreign] = await Promise.all([
      copyOf(sherpaModels.offline),
      copyOf(sherpaModels.streaming),
    ]);
    const bytes = await readFile(join(garbled, 'model.onnx'));
    await writeFile(join(garbled, 'model.onnx'), bytes.fill(0xff, 200, 20_000));
    await writeFile(join(foreign, 'tokens.txt'), 'word 0\n');

    const ended = /ended while it loaded the model\. Check .* Its last words: ./;
    expect(await problemOf(all.loadRecognizer('a', { modelDirectory: garbled }))).toMatch(ended);
    expect(await problemOf(all.loadRecognizer('b', { modelDirectory: foreign }))).toMatch(ended);
    const wrongKind = { modelDirectory: sherpaModels.offline, modelKind: 'nemo-ctc' };
    expect(await problemOf(all.loadRecognizer('c', wrongKind))).toMatch(ended);
    expect(await hear(sound, 'three please')).toBe('three please');
  });

  it('runs jobs in order, rejects beyond its queue limit and skips aborted ones', async () => {
    const { pool } = await enginesWith({ maxQueuedJobs: 2 }).loadVoice('mine', {
      modelDirectory: sherpaModels.voice,
    });
    const done: string[] = [];
    const given = new AbortController();
    const run = (text: string, signal?: AbortSignal) =>
      pool!.run(speak(text), { signal }).then(() => done.push(text));
    const first = run('one');
    const second = run('two', given.signal);
    const third = run('three');
    await expect(run('four')).rejects.toMatchObject({ code: 'PROVIDER_REFUSED', retryable: true });
    given.abort();
    await expect(second).rejects.toBeInstanceOf(AgentFault);
    await Promise.all([first, third]);
    expect(done).toEqual(['one', 'three']);
  });

  it('kills a process over its time limit, and runs the queue in a new one', async () => {
    const { pool } = await enginesWith({ jobTimeoutMs: 300 }).loadVoice('mine', {
      modelDirectory: sherpaModels.voice,
    });
    const endless = pool!.run(speak('one two three. '.repeat(20_000)));
    const behind = pool!.run(speak('one'));
    await expect(endless).rejects.toMatchObject({ code: 'PROVIDER_TIMEOUT' });
    expect(await behind).toBe('');
  });

  it('reports unspeakable text and speaks the next', async () => {
    const { pool } = await enginesWith().loadVoice('mine', { modelDirectory: sherpaModels.voice });
    await expect(pool!.run(speak('xyzzy'))).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
    const pieces: number[] = [];
    await pool!.run(speak('One. Two. Three.'), { onPiece: (samples) => pieces.push(samples.length) });
    expect(pieces).toHaveLength(3);
  });

  it.each(['offline', 'streaming'] as const)(
    'recognizes nothing in little or no audio (%s)',
    async (kind) => {
      const pool = (
        await enginesWith().loadRecognizer('mine', { modelDirectory: sherpaModels[kind] })
      ).require();
      for (const length of [0, 1, 100]) {
        const samples = new Int16Array(length);
        if (kind === 'offline') {
          expect(await pool.run({ kind: 'transcribe', samples })).toBe('');
        } else {
          const utterance = pool.begin(undefined, () => undefined);
          utterance.feed(samples);
          expect(await utterance.end()).toBe('');
        }
      }
    },
  );

  it('recovers after its process died', async () => {
    const engine = await enginesWith().loadRecognizer('mine', { modelDirectory: sherpaModels.streaming });
    const pool = engine.require();
    const lost = pool.begin(undefined, () => undefined);
    void pool.killWorkers();
    await expect(lost.end()).rejects.toMatchObject({ code: 'PROVIDER_LOST', retryable: true });
    const samples = await synthesise('Hello two.', 16_000);
    const heard: string[] = [];
    await until('the model hears again', async () => {
      try {
        const utterance = pool.begin(undefined, () => undefined);
        utterance.feed(samples);
        heard.push(await utterance.end());
        return true;
      } catch {
        return false;
      }
    });
    expect(heard).toEqual(['hello two']);
  });

  it('fails an utterance instead of buffering unbounded audio', async () => {
    const engine = await enginesWith({ maxBufferedMs: 1_000 }).loadRecognizer('mine', {
      modelDirectory: sherpaModels.streaming,
    });
    const utterance = engine.require().begin(undefined, () => undefined);
    for (let second = 0; second < 3; second++) utterance.feed(new Int16Array(16_000));
    await expect(utterance.end()).rejects.toMatchObject({ code: 'PROVIDER_REFUSED', retryable: true });
  });
});
