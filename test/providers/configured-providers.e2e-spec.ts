import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AgentAdapter, AgentMode } from '../../src/voice/agent-adapter.js';
import { Metrics } from '../../src/common/metrics/index.js';
import { ProviderAdapters } from '../../src/answering/provider-adapters.js';
import { ProviderMessages, ProviderMetrics } from '../../src/providers/index.js';
import { toolOptions } from './support/adapters.js';
import type { StarterEngines } from '../../src/pipeline/starter/index.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { AppConfig } from '../../src/common/config/index.js';
import { wordsOf } from '../../src/pipeline/words/words-of.js';
import { resample } from '../stand-ins/audio/pcm.js';
import { OpenAiStandIn, RealtimeStandIn, type Ears } from '../stand-ins/index.js';
import { itWithSherpa, sherpaPackageDirectory } from '../support/sherpa.js';
import { enginesOnVirtualTime } from '../support/virtual-engines.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { sherpaModels } from './support/sherpa-models.js';
import { TestCall } from './support/test-call.js';

let folder: string;
let engines: StarterEngines;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'providers-'));
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function configured(environment: Record<string, string>): Promise<readonly AgentAdapter[]> {
  const config = AppConfig.fromEnvironment(environment);
  const metrics = new Metrics(config);
  const adapters = await ProviderAdapters.create(
    config,
    { messages: new ProviderMessages(metrics), stages: new ProviderMetrics(metrics) },
    toolOptions,
    async () => engines,
  );
  closers.push(() => adapters.onApplicationShutdown());
  return adapters.adapters;
}

async function fileWith(content: string): Promise<string> {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.yaml`);
  await writeFile(path, content);
  return path;
}

function who(
  adapters: readonly AgentAdapter[],
  mode: AgentMode,
  agent: Omit<AgentDocument, 'schemaVersion'>,
) {
  return adapters.find((adapter) => adapter.serves(mode, { schemaVersion: 1, ...agent }))?.name;
}

it('serves nothing without configuration', async () => {
  expect(await configured({})).toEqual([]);
});

it('serves exactly the documents with configured providers', async () => {
  const file = await fileWith(
    'llm:\n  local:\n    kind: openai\n    url: http://127.0.0.1:1/v1\n    model: m\n',
  );
  const adapters = await configured({
    REALTIME_URL: 'ws://127.0.0.1:1',
    GEMINI_API_KEY: 'any',
    LLM_URL: 'http://127.0.0.1:1/v1',
    PROVIDERS_FILE: file,
  });
  const endToEnd = (provider: string) => ({ models: { endToEnd: { provider } } });
  const llm = (provider: string) => ({ models: { traditional: { llm: { provider } } } });
  expect(who(adapters, 'end-to-end', {})).toBe('realtime');
  expect(who(adapters, 'end-to-end', endToEnd('openai'))).toBe('realtime');
  expect(who(adapters, 'end-to-end', endToEnd('gemini'))).toBe('gemini');
  expect(who(adapters, 'end-to-end', endToEnd('starter'))).toBeUndefined();
  expect(who(adapters, 'traditional', llm('local'))).toBe('cascade');
  expect(who(adapters, 'traditional', llm('nobody'))).toBeUndefined();
  expect(who(adapters, 'echo', {})).toBeUndefined();
});

itWithSherpa(it)('serves documents with speech models of PROVIDERS_FILE in any location', async () => {
  const model = (directory: string) =>
    `    kind: sherpa-onnx\n    modelDirectory: ${directory}\n    processes: 2\n`;
  const file = await fileWith(
    `stt:\n  own:\n${model(sherpaModels.offline)}tts:\n  own:\n${model(sherpaModels.voice)}    speaker: 0\n`,
  );
  const adapters = await configured({
    LLM_URL: 'http://127.0.0.1:1/v1',
    PROVIDERS_FILE: file,
    SHERPA_ONNX_PACKAGE_DIR: sherpaPackageDirectory,
  });
  const own = { provider: 'own' };
  expect(who(adapters, 'traditional', { models: { traditional: { stt: own, tts: own } } })).toBe('cascade');
});

it.each([
  ['PROVIDERS_FILE', 'llm:\n  local:\n    kind: openai\n    url: http://x/v1\n    apiKey: top-secret\n'],
  ['PROVIDERS_FILE', 'llm:\n  local: { apiKey: "top-secret }\n'],
])('rejects an invalid %s without revealing its content', async (name, content) => {
  const path = await fileWith(content);
  const error: unknown = await configured({ [name]: path }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toContain(name);
  expect(String(error)).not.toContain('top-secret');
});

/** A real recognizer. */
const realEars: Ears = async (samples, sampleRateHz) =>
  wordsOf(
    (await engines.speech.recognize({ samples: resample(samples, sampleRateHz, 16_000), phrases: [] })).text,
  ).join(' ');

const QUESTION = 'what are your opening hours';
const INTENTS = [{ name: 'hours', examples: [QUESTION], reply: 'From nine to five.' }];

const fail = (error: unknown) => {
  throw error;
};

const ENGINES = {
  workers: 2,
  maxQueuedJobsPerWorker: 20,
  jobTimeoutMs: 10_000,
  nowMs: () => performance.now(),
  onVoiceActivityFault: fail,
};

describe('real speech both ways', () => {
  const time = useVirtualTime();
  beforeAll(async () => {
    engines = await enginesOnVirtualTime(time, ENGINES);
  });
  afterAll(() => engines.close());

  it.each(['end-to-end', 'traditional'] as const)(
    'is recognized by the provider and synthesized intelligibly (%s)',
    async (mode) => {
      const [realtime, http] = await Promise.all([
        RealtimeStandIn.start({ ears: realEars }),
        OpenAiStandIn.start(),
      ]);
      closers.push(
        () => realtime.close(),
        () => http.close(),
      );
      const adapters = await configured({ REALTIME_URL: realtime.url, LLM_URL: http.url });
      const intents = INTENTS;
      const adapter = adapters.find((each) => each.serves(mode, { schemaVersion: 1, intents }));
      // Only a language model is configured in traditional mode; local engines hear and speak.
      const call = await TestCall.open(adapter!, { intents }, mode);
      closers.push(() => call.close());
      await call.say('What are your opening hours?');
      await call.untilAgentSaid(1);

      expect(call.words('caller').map((text) => wordsOf(text).join(' '))).toEqual([QUESTION]);
      const answer = `you said ${QUESTION}`;
      expect(await realEars(call.speech.heard, 24_000)).toBe(answer);
      expect(call.all('fault')).toEqual([]);
    },
  );
});
