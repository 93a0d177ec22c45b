import type { AgentAdapter } from '../../src/voice/agent-adapter.js';
import { Metrics } from '../../src/common/metrics/index.js';
import { ProviderAdapters } from '../../src/answering/provider-adapters.js';
import { ProviderMessages, ProviderMetrics, type SpeechToTextEntry } from '../../src/providers/index.js';
import { SherpaEngines, type SherpaEngine } from '../../src/engines/sherpa-onnx/index.js';
import { StarterEngines } from '../../src/pipeline/starter/index.js';
import { AppConfig } from '../../src/common/config/index.js';
import { OpenAiStandIn, scriptedEars, type Brain } from '../stand-ins/index.js';
import { itWithSherpa, sherpaPackageDirectory } from '../support/sherpa.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { cascadeAdapter, openAiEntries, toolOptions } from './support/adapters.js';
import { engineOptions, sherpaModels } from './support/sherpa-models.js';
import { TestCall } from './support/test-call.js';

let engines: StarterEngines;
let ears: TestSpeech;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  ears = await createTestSpeech();
  engines = await StarterEngines.create({
    workers: 1,
    maxQueuedJobsPerWorker: 20,
    jobTimeoutMs: 10_000,
    nowMs: () => performance.now(),
    onVoiceActivityFault: (error) => {
      throw error;
    },
  });
});

afterAll(() => Promise.all([engines.close(), ears.close()]));

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A traditional agent with this folder's speech models and a stand-in language model. */
async function adapterWith(recognizer: 'streaming' | 'offline', brain?: Brain): Promise<AgentAdapter> {
  const server = await OpenAiStandIn.start(brain ? { brain } : {});
  closers.push(() => server.close());
  const config = AppConfig.fromEnvironment({
    LLM_URL: server.url,
    SHERPA_ONNX_PACKAGE_DIR: sherpaPackageDirectory,
    SHERPA_ONNX_STT_MODEL_DIR: sherpaModels[recognizer],
    SHERPA_ONNX_TTS_MODEL_DIR: sherpaModels.voice,
    PROVIDER_REPLY_TIMEOUT_MS: '20000',
  });
  const metrics = new Metrics(config);
  const adapters = await ProviderAdapters.create(
    config,
    { messages: new ProviderMessages(metrics), stages: new ProviderMetrics(metrics) },
    toolOptions,
    async () => engines,
  );
  closers.push(() => adapters.onApplicationShutdown());
  const adapter = adapters.adapters.find((each) => each.serves('traditional', { schemaVersion: 1 }));
  if (!adapter) throw new Error('No adapter serves traditional agents');
  return adapter;
}

async function callTo(adapter: AgentAdapter, greeting?: string): Promise<TestCall> {
  const call = await TestCall.open(adapter, { greeting }, 'traditional');
  closers.push(() => call.close());
  return call;
}

itWithSherpa(it).each(['streaming', 'offline'] as const)(
  "understands real speech with the operator's %s model, and answers in the operator's voice",
  async (recognizer) => {
    const call = await callTo(await adapterWith(recognizer), 'Hello.');
    await call.untilAgentSaid(1);
    await call.say('Two nine please stop.');
    await call.untilAgentSaid(2);

    expect(call.words('caller')).toEqual(['two nine please stop']);
    const answer = 'You said: two nine please stop';
    expect(call.words('agent')).toEqual(['Hello.', answer]);
    const audio = { samples: call.speech.heard, sampleRateHz: 24_000 };
    expect(await ears.heardShare(audio, `hello ${answer}`)).toBeGreaterThanOrEqual(0.8);
    expect(call.all('fault')).toEqual([]);
    const partial = call.all('transcript').filter(({ final, speaker }) => !final && speaker === 'caller');
    if (recognizer === 'streaming') expect(partial).not.toHaveLength(0);
  },
);

itWithSherpa(it)('stops when interrupted and plays nothing stale', async () => {
  const long = 'One two three four five six seven. Eight nine zero one two three four. Yes yes yes yes yes.';
  const brain: Brain = ({ history }) => ({ kind: 'say', text: history.length === 1 ? long : 'No.' });
  const call = await callTo(await adapterWith('streaming', brain));
  await call.say('Hello hello.');
  await call.until(() => call.speech.heardMs > 1_000);
  await call.say('Please stop.');
  await call.untilInterrupted();
  await call.untilAgentSaid(2);

  const [heard, answer] = call.words('agent');
  expect(long.startsWith(heard!)).toBe(true);
  expect(heard!.length).toBeLessThan(long.length - 20);
  expect(answer).toBe('No.');
  expect(call.words('caller')).toEqual(['hello hello', 'please stop']);
  expect(call.all('fault')).toEqual([]);
});

itWithSherpa(it)(
  'keeps the words of many calls apart with one process each for recognition and synthesis',
  async () => {
    const adapter = await adapterWith('streaming');
    const sentences = [
      'one two three',
      'four five six',
      'seven eight nine',
      'no please stop',
      'yes hello time',
      'zero two four',
    ];
    await Promise.all(
      sentences.map(async (sentence) => {
        const call = await callTo(adapter);
        await call.say(sentence);
        await call.untilAgentSaid(1);
        expect(call.words('caller')).toEqual([sentence]);
        expect(call.words('agent')).toEqual([`You said: ${sentence}`]);
        const audio = { samples: call.speech.heard, sampleRateHz: 24_000 };
        expect(await ears.heardShare(audio, `you said ${sentence}`)).toBeGreaterThanOrEqual(0.6);
        expect(call.all('fault')).toEqual([]);
      }),
    );
  },
);

/** Engines that record what they loaded, so that a test can kill it. */
class WatchedEngines extends SherpaEngines {
  readonly recognizers: SherpaEngine[] = [];

  override async loadRecognizer(
    ...model: Parameters<SherpaEngines['loadRecognizer']>
  ): Promise<SherpaEngine> {
    const engine = await super.loadRecognizer(...model);
    this.recognizers.push(engine);
    return engine;
  }
}

/** A call to an agent with this folder's recognizer, falling back to a server that hears "so it was". */
async function callWithFallback() {
  const server = await OpenAiStandIn.start({ ears: scriptedEars('so it was') });
  const sherpa = new WatchedEngines(engineOptions);
  closers.push(
    () => server.close(),
    () => sherpa.close(),
  );
  const others = openAiEntries({ openai: server });
  const entry = { kind: 'sherpa-onnx' as const, modelDirectory: sherpaModels.streaming };
  const stt = new Map<string, SpeechToTextEntry>([['mine', entry], ...others.stt]);
  const adapter = await cascadeAdapter(engines.voiceActivity, { ...others, stt }, {}, { sherpa });
  const choice = { provider: 'mine', fallbacks: [{ provider: 'openai' }] };
  const call = await TestCall.open(adapter, { models: { traditional: { stt: choice } } }, 'traditional');
  closers.push(() => call.close());
  return { call, sherpa };
}

itWithSherpa(it)(
  'falls back within the turn when the engine dies during speech, and uses it again afterwards',
  async () => {
    const { call, sherpa } = await callWithFallback();
    const said = call.say('Two nine please stop.');
    await call.until(() => call.all('transcript').length > 0);
    const [recognizer] = sherpa.recognizers;
    void recognizer!.require().killWorkers();
    await said;
    await call.untilAgentSaid(1);
    expect(call.words('caller')).toEqual(['so it was']);
    expect(call.all('fault').map(({ code }) => code)).toEqual(['PROVIDER_LOST']);

    await call.until(() => isBack(recognizer!));
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
