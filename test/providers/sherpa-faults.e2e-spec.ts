import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SpeechToTextEntry } from '../../src/providers/index.js';
import { SherpaEngines, type SherpaEngine } from '../../src/engines/sherpa-onnx/index.js';
import { SileroDetector } from '../../src/engines/built-in/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { OpenAiStandIn, scriptedEars } from '../stand-ins/index.js';
import { itWithSherpa } from '../support/sherpa.js';
import { cascadeAdapter, openAiEntries } from './support/adapters.js';
import { engineOptions, sherpaModels } from './support/sherpa-models.js';
import { TestCall } from './support/test-call.js';

let detector: VoiceActivityDetector;
let nothing: string;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  nothing = await mkdtemp(join(tmpdir(), 'no-model-'));
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

afterAll(() => Promise.all([detector.close(), rm(nothing, { recursive: true })]));

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Engines that remember what they loaded, so that a test can kill it. */
class WatchedEngines extends SherpaEngines {
  readonly recognisers: SherpaEngine[] = [];

  override async loadRecogniser(
    ...model: Parameters<SherpaEngines['loadRecogniser']>
  ): Promise<SherpaEngine> {
    const engine = await super.loadRecogniser(...model);
    this.recognisers.push(engine);
    return engine;
  }
}

/** A call to an agent that could hear with the model in this folder, or with a server that hears "so it was". */
async function callTo(modelDirectory: string, models: Parameters<typeof TestCall.open>[1]['models']) {
  const [server, sherpa] = [
    await OpenAiStandIn.start({ ears: scriptedEars('so it was') }),
    new WatchedEngines(engineOptions),
  ];
  closers.push(
    () => server.close(),
    () => sherpa.close(),
  );
  const others = openAiEntries({ openai: server });
  const entry = { kind: 'sherpa-onnx' as const, modelDirectory };
  const stt = new Map<string, SpeechToTextEntry>([['mine', entry], ...others.stt]);
  const entries = { ...others, stt };
  const adapter = await cascadeAdapter(detector, entries, {}, { sherpa });
  const call = await TestCall.open(adapter, { models }, 'traditional');
  closers.push(() => call.close());
  return { call, sherpa };
}

const preferringMine = {
  traditional: { stt: { provider: 'mine', fallbacks: [{ provider: 'openai' }] } },
};

it('loses nothing for an agent that names no provider when the first one configured can not be used', async () => {
  const { call } = await callTo(nothing, undefined);
  await call.say('Two nine please stop.');
  await call.untilAgentSaid(1);
  expect(call.words('caller')).toEqual(['so it was']);
  expect(call.all('fault')).toEqual([]);
});

it('falls back, with a fault counted, for an agent that chose a model that can not be used', async () => {
  const { call } = await callTo(nothing, preferringMine);
  await call.say('Two nine please stop.');
  await call.untilAgentSaid(1);
  expect(call.words('caller')).toEqual(['so it was']);
  expect(call.all('fault').map(({ code }) => code)).toEqual(['PROVIDER_UNREACHABLE']);
});

itWithSherpa(it)(
  'falls back within the turn when the engine dies while the caller speaks, and uses it again after',
  async () => {
    const { call, sherpa } = await callTo(sherpaModels.streaming, preferringMine);
    const said = call.say('Two nine please stop.');
    await call.until(() => call.all('transcript').length > 0);
    const [recogniser] = sherpa.recognisers;
    void recogniser!.require().killWorkers();
    await said;
    await call.untilAgentSaid(1);
    expect(call.words('caller')).toEqual(['so it was']);
    expect(call.all('fault').map(({ code }) => code)).toEqual(['PROVIDER_LOST']);

    await call.until(() => isBack(recogniser!));
    await call.say('Seven zero four.');
    await call.untilAgentSaid(2);
    expect(call.words('caller')).toEqual(['so it was', 'seven zero four']);
    expect(call.all('failed')).toEqual([]);
  },
);

function isBack(engine: SherpaEngine): boolean {
  try {
    engine
      .require()
      .begin(undefined, () => undefined)
      .cancel();
    return true;
  } catch {
    return false;
  }
}
