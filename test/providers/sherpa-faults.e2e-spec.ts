import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SpeechToTextEntry } from '../../src/providers/index.js';
import { SherpaEngines } from '../../src/engines/sherpa-onnx/index.js';
import { SileroDetector } from '../../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { OpenAiStandIn, scriptedEars } from '../stand-ins/index.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { cascadeAdapter, openAiEntries } from './support/adapters.js';
import { engineOptions } from './support/sherpa-models.js';
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

useVirtualTime();

afterAll(() => Promise.all([detector.close(), rm(nothing, { recursive: true })]));

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A call to an agent with a missing model, or a server that hears "so it was". */
async function callTo(models: Parameters<typeof TestCall.open>[1]['models']) {
  const server = await OpenAiStandIn.start({ ears: scriptedEars('so it was') });
  const sherpa = new SherpaEngines(engineOptions);
  closers.push(
    () => server.close(),
    () => sherpa.close(),
  );
  const others = openAiEntries({ openai: server });
  const entry = { kind: 'sherpa-onnx' as const, modelDirectory: nothing };
  const stt = new Map<string, SpeechToTextEntry>([['mine', entry], ...others.stt]);
  const entries = { ...others, stt };
  const adapter = await cascadeAdapter(detector, entries, {}, { sherpa });
  const call = await TestCall.open(adapter, { models }, 'traditional');
  closers.push(() => call.close());
  return call;
}

const preferringMine = {
  traditional: { stt: { provider: 'mine', fallbacks: [{ provider: 'openai' }] } },
};

it('uses the next provider for an agent that names none when the first is unusable', async () => {
  const call = await callTo(undefined);
  await call.say('Two nine please stop.');
  await call.untilAgentSaid(1);
  expect(call.words('caller')).toEqual(['so it was']);
  expect(call.all('fault')).toEqual([]);
});

it('falls back with a counted fault for an agent that chose an unusable model', async () => {
  const call = await callTo(preferringMine);
  await call.say('Two nine please stop.');
  await call.untilAgentSaid(1);
  expect(call.words('caller')).toEqual(['so it was']);
  expect(call.all('fault').map(({ code }) => code)).toEqual(['PROVIDER_UNREACHABLE']);
});
