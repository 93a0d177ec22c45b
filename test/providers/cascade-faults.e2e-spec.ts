import { LeadingSilence } from '../../src/common/audio/index.js';
import { SileroDetector, type VoiceActivityDetector } from '../../src/adapters/speech-engines/index.js';
import type { SpeechToTextEntry } from '../../src/adapters/providers/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { DeepgramStandIn, OpenAiStandIn, type Behaviour, type Brain } from '../stand-ins/index.js';
import { cascadeAdapter, openAiEntries, shortBudgets } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

/** What the machine may add to a time budget before it counts as missed. */
const TOLERANCE_MS = 2_500;

const GREETING = 'Good morning, how are you?';

let detector: VoiceActivityDetector;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

afterAll(() => detector.close());

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openAi(behaviour: Behaviour = 'normal', brain?: Brain): Promise<OpenAiStandIn> {
  const standIn = await OpenAiStandIn.start({ behaviour, brain });
  closers.push(() => standIn.close());
  return standIn;
}

async function call(
  entries: Parameters<typeof cascadeAdapter>[1],
  agent: Parameters<typeof TestCall.open>[1] = {},
): Promise<TestCall> {
  const adapter = await cascadeAdapter(detector, entries, shortBudgets);
  const opened = await TestCall.open(adapter, agent, 'traditional');
  closers.push(() => opened.close());
  return opened;
}

/** A call in which one stage is broken and the others work. */
async function callWithBroken(
  stage: 'stt' | 'llm' | 'tts',
  behaviour: Behaviour,
  brain?: Brain,
): Promise<TestCall> {
  const [broken, sound] = await Promise.all([openAi(behaviour, brain), openAi()]);
  const entries = { ...openAiEntries({ openai: sound }), [stage]: openAiEntries({ openai: broken })[stage] };
  return await call(entries, stage === 'tts' ? { greeting: GREETING } : {});
}

/** Codes of a stage that fails in each way. */
const outcomes = [
  ['refuse', 'PROVIDER_REFUSED'],
  ['hang-at-connect', 'PROVIDER_TIMEOUT'],
  ['hang', 'PROVIDER_TIMEOUT'],
  ['nonsense', 'PROVIDER_PROTOCOL'],
] as const;

describe.each(['stt', 'llm'] as const)('a %s provider without a fallback', (stage) => {
  it('ends the call once and in time, whatever it does', async () => {
    const calls = await Promise.all(outcomes.map(([behaviour]) => callWithBroken(stage, behaviour)));
    await Promise.all(calls.map((each) => each.say('Hello?')));
    const saidAtMs = performance.now();
    const budgetMs = 500 + shortBudgets.replyTimeoutMs + TOLERANCE_MS;
    await Promise.all(calls.map((each) => each.untilEvent('failed', budgetMs + 2_000)));
    expect(performance.now() - saidAtMs).toBeLessThan(budgetMs);
    expect(calls.map((each) => each.all('failed'))).toEqual(
      outcomes.map(([, code]) => [{ kind: 'failed', code }]),
    );
  });
});

describe('a tts provider without a fallback', () => {
  it('ends the call once and in time, whatever it does', async () => {
    const beganAtMs = performance.now();
    const calls = await Promise.all(outcomes.map(([behaviour]) => callWithBroken('tts', behaviour)));
    const budgetMs = shortBudgets.replyTimeoutMs + TOLERANCE_MS;
    await Promise.all(calls.map((each) => each.untilEvent('failed', budgetMs + 2_000)));
    expect(performance.now() - beganAtMs).toBeLessThan(budgetMs);
    expect(calls.map((each) => each.all('failed'))).toEqual(
      outcomes.map(([, code]) => [{ kind: 'failed', code }]),
    );
  });

  it('never floods the call', async () => {
    const flooded = await callWithBroken('tts', 'flood');
    await flooded.until(() => flooded.all('fault').length + flooded.all('failed').length > 0);
    expect(flooded.speech.queuedMs).toBeLessThan(125_000);
  });
});

it('says what a model wrote before its connection dropped, counts the fault, and serves the next turn', async () => {
  const [dropping, sound] = await Promise.all([
    OpenAiStandIn.start({ behaviour: (index) => (index === 0 ? 'drop' : 'normal') }),
    openAi(),
  ]);
  closers.push(() => dropping.close());
  const entries = { ...openAiEntries({ openai: sound }), llm: openAiEntries({ openai: dropping }).llm };
  const dropped = await call(entries);
  await dropped.say('Hello?');
  await dropped.untilAgentSaid(1);
  expect(dropped.all('fault')).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_LOST' }]);
  await dropped.say('Hello again?');
  await dropped.untilAgentSaid(2);
  expect(dropped.words('agent').at(-1)).toBe('You said: hello');
  expect(dropped.all('failed')).toEqual([]);
});

it('stops a model that floods or drips, and leaves a neighbour unharmed', async () => {
  const spelling: Brain = () => ({ kind: 'say', text: 'a b c d e f g h i j k l m' });
  const [flood, drip, neighbour] = await Promise.all([
    callWithBroken('llm', 'flood'),
    callWithBroken('llm', 'drip', spelling),
    callWithBroken('llm', 'normal'),
  ]);
  const all = [flood, drip, neighbour];
  await Promise.all(all.map((each) => each.say('Hello?')));
  await Promise.all([flood, drip].map((each) => each.untilEvent('fault')));
  expect(flood.all('fault')[0]!.code).toBe('PROVIDER_FLOOD');
  expect(drip.all('fault')[0]!.code).toBe('PROVIDER_TIMEOUT');
  await neighbour.untilAgentSaid(1);
  expect(neighbour.all('fault')).toEqual([]);
  const spoken = await synthesise('You said: hello', 24_000);
  expect(neighbour.speech.heard).toEqual(new LeadingSilence(24_000).take(spoken));
});

it.each(['refuse', 'hang-at-connect', 'hang', 'drop', 'flood'] as const)(
  'hears through a fallback when the streaming recogniser does this: %s',
  async (behaviour) => {
    const [sound, deepgram] = await Promise.all([openAi(), DeepgramStandIn.start({ behaviour })]);
    closers.push(() => deepgram.close());
    const openai = openAiEntries({ openai: sound });
    const entry = { kind: 'deepgram' as const, url: deepgram.url, apiKey: 'k', model: 'nova-3' };
    const fallback = await call(
      { ...openai, stt: new Map<string, SpeechToTextEntry>([['deepgram', entry], ...openai.stt]) },
      { models: { traditional: { stt: { provider: 'deepgram', fallbacks: [{ provider: 'openai' }] } } } },
    );
    await fallback.say('Hello, is anybody there?');
    await fallback.until(() => fallback.words('caller').length === 1, shortBudgets.replyTimeoutMs + 3_000);
    expect(fallback.words('caller')).toEqual(['hello']);
    const heard = sound.requests.find((request) => request.path.endsWith('/transcriptions'));
    expect(heard?.body).toMatchObject({ lengthMs: expect.any(Number) });
    expect(fallback.all('fault')).toHaveLength(1);
    expect(fallback.all('failed')).toEqual([]);
  },
);

it('leaves a provider alone that failed three times, over all calls', async () => {
  const [broken, sound] = await Promise.all([openAi('error'), openAi()]);
  const adapter = await cascadeAdapter(detector, openAiEntries({ broken, sound }), shortBudgets);
  const tts = { provider: 'broken', fallbacks: [{ provider: 'sound' }] };
  for (let count = 0; count < 5; count++) {
    const opened = await TestCall.open(
      adapter,
      {
        greeting: 'Hello.',
        models: { traditional: { stt: { provider: 'sound' }, llm: { provider: 'sound' }, tts } },
      },
      'traditional',
    );
    closers.push(() => opened.close());
    await opened.until(() => opened.speech.writtenAtMs.length > 0);
  }
  expect(broken.requests).toHaveLength(3);
  expect(sound.requests).toHaveLength(5);
});
