import { cp, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AgentFault } from '../../src/voice/agent-adapter.js';
import { SherpaEngines, type SherpaEngine } from '../../src/engines/sherpa-onnx/index.js';
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

async function problemOf(engine: Promise<SherpaEngine>): Promise<string> {
  const { pool, require } = await engine;
  expect(pool).toBeUndefined();
  try {
    require();
  } catch (error) {
    expect(error).toBeInstanceOf(AgentFault);
    expect(error).toMatchObject({ code: 'PROVIDER_UNREACHABLE', retryable: false });
    return (error as AgentFault).message;
  }
  throw new Error('The model is said to be usable');
}

describe('unusable model', () => {
  it('is reported with a fix for any file error', async () => {
    const all = enginesWith();
    const [empty, wordless, cut] = await Promise.all([
      mkdtemp(join(folder, 'empty-')),
      copyOf(sherpaModels.offline),
      copyOf(sherpaModels.offline),
    ]);
    await rm(join(wordless, 'tokens.txt'));
    await truncate(join(cut, 'model.onnx'), 100_000);
    const recognizer = (modelDirectory: string, modelKind?: string) =>
      problemOf(all.loadRecognizer('mine', { modelDirectory, modelKind }));

    expect(await recognizer(join(folder, 'none'))).toMatch(/folder .*none cannot be read\. Unpack a model/);
    expect(await recognizer(empty)).toMatch(/Point at the folder of an unpacked speech-to-text model/);
    expect(await recognizer(wordless)).toMatch(/no tokens\.txt in .* Unpack the whole archive/);
    expect(await recognizer(cut)).toMatch(/model\.onnx is not a complete ONNX file.* Download/);
    expect(await recognizer(sherpaModels.voice)).toMatch(/no recognizer that is known/);
    expect(await recognizer(sherpaModels.offline, 'guess')).toMatch(
      /no kind of recognizer guess\. Known are/,
    );
    expect(await recognizer(sherpaModels.offline, 'whisper')).toMatch(/no encoder of a whisper model/);
    expect(await problemOf(all.loadVoice('mine', { modelDirectory: empty }))).toMatch(/text-to-speech model/);
  });

  it('names the install command when the engine is missing', async () => {
    const without = enginesWith({ packageDirectory: folder });
    const model = { modelDirectory: sherpaModels.offline };
    expect(await problemOf(without.loadRecognizer('mine', model))).toMatch(
      /sherpa-onnx-node is not installed: `npm run install:sherpa-onnx` installs it/,
    );
  });

  it('does not block the start forever', async () => {
    const slow = enginesWith({ loadTimeoutMs: 1 });
    const model = { modelDirectory: sherpaModels.offline };
    expect(await problemOf(slow.loadRecognizer('mine', model))).toMatch(/not loaded within 1 ms/);
  });
});
