import { SileroDetector } from '../../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { longestSpeechMs } from '../../src/pipeline/conversation/speech-length.js';
import type { SpeechToTextEntry } from '../../src/providers/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { alone as it, atOnce, atOnceOf, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import {
  DeepgramStandIn,
  OpenAiStandIn,
  type Behaviour,
  type BehaviourChoice,
  type Brain,
} from '../stand-ins/index.js';
import { cascadeAdapter, openAiEntries, shortBudgets } from './support/adapters.js';
import { withoutLeadingSilence } from './support/leading-silence.js';
import { TestCall } from './support/test-call.js';

/** Allowance of the machine beyond a time budget. */
const TOLERANCE_MS = 2_500;

const GREETING = 'Good day.';
/** Longer than the failing calls last. */
const LONG_GREETING =
  'Good morning and welcome to the harbour hotel, where all of our rooms look out over the boats and the sea.';

type Stage = 'stt' | 'llm' | 'tts';

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
  // A stand-in's first utterance is slow, which the budgets should not include.
  for (const text of [GREETING, LONG_GREETING, 'You said: hello']) await synthesise(text, 24_000);
});

useVirtualTime();

afterAll(() => detector.close());

async function openAi(behaviour: BehaviourChoice = 'normal', brain?: Brain): Promise<OpenAiStandIn> {
  return keep(await OpenAiStandIn.start({ behaviour, brain }));
}

async function call(
  entries: Parameters<typeof cascadeAdapter>[1],
  agent: Parameters<typeof TestCall.open>[1] = {},
  budgets: Parameters<typeof cascadeAdapter>[2] = shortBudgets,
): Promise<TestCall> {
  const adapter = await cascadeAdapter(detector, entries, budgets);
  return keep(await TestCall.open(adapter, agent, 'traditional'));
}

/** A call with one failing stage. */
async function callWithBroken(
  stage: Stage,
  behaviour: BehaviourChoice,
  options: {
    readonly brain?: Brain;
    readonly fallback?: boolean;
    readonly budgets?: Parameters<typeof cascadeAdapter>[2];
  } = {},
): Promise<TestCall> {
  const [broken, sound] = await Promise.all([openAi(behaviour, options.brain), openAi()]);
  const entries = openAiEntries({ sound });
  const choice = options.fallback
    ? { provider: 'broken', fallbacks: [{ provider: 'sound' }] }
    : { provider: 'broken' };
  return await call(
    { ...entries, [stage]: openAiEntries({ broken, sound })[stage] },
    { models: { traditional: { [stage]: choice } }, ...(stage === 'tts' && { greeting: GREETING }) },
    options.budgets,
  );
}

/** Silence, reply budget and one retry before the call must have ended. */
const IN_TIME_MS = 500 + 2 * shortBudgets.replyTimeoutMs + TOLERANCE_MS;

/** Twenty seconds without a fallback, which may be slow on a busy machine. */
const patientBudgets = { ...shortBudgets, replyTimeoutMs: 20_000 };

/** The fault code of each failure of a stage. */
const outcomes = [
  ['refuse', 'PROVIDER_REFUSED'],
  ['hang-at-connect', 'PROVIDER_TIMEOUT'],
  ['hang', 'PROVIDER_TIMEOUT'],
  ['drop', 'PROVIDER_LOST'],
  ['drip', 'PROVIDER_TIMEOUT'],
  ['flood', 'PROVIDER_FLOOD'],
  ['nonsense', 'PROVIDER_PROTOCOL'],
] as const;

/** Single letters with pauses are slower than speech. */
const spelling: Brain = () => ({ kind: 'say', text: 'a b c d e f g h i j k l m' });

describe.each(['stt', 'llm', 'tts'] as const)('%s provider without a fallback', (stage) => {
  it('ends the call once and in time for any fault, while a neighbour call is unaffected', async () => {
    // Its provider shares the process with failing ones, so its timeout is not tested.
    const greeting = LONG_GREETING;
    const neighbour = await call(openAiEntries({ sound: await openAi() }), { greeting }, {});
    const beganAtMs = performance.now();
    const calls = await Promise.all(
      outcomes.map(([behaviour]) => callWithBroken(stage, behaviour, { brain: spelling })),
    );
    if (stage !== 'tts') await Promise.all(calls.map((each) => each.say('Hello?')));
    const floodMs = stage === 'tts' ? longestSpeechMs(GREETING) : 0;
    const budgetMs = IN_TIME_MS + floodMs + (performance.now() - beganAtMs);
    await Promise.all(calls.map((each) => each.untilEvent('failed', budgetMs)));
    expect(performance.now() - beganAtMs).toBeLessThan(budgetMs);
    await neighbour.untilAgentSaid(1);
    expect(calls.map((each) => each.all('failed').map(({ code }) => code))).toEqual(
      outcomes.map(([, code]) => [code]),
    );
    expect(Math.max(...calls.map(({ speech }) => speech.mostQueuedMs))).toBeLessThanOrEqual(2_000);
    expect(neighbour.all('fault')).toEqual([]);
    expect(neighbour.speech.longestGapMs).toBe(0);
    expect(neighbour.speech.heard).toEqual(withoutLeadingSilence(await synthesise(LONG_GREETING, 24_000)));
  });
});

/** Each failure and its fault code. */
const faults = [...outcomes, ['quota', 'PROVIDER_REFUSED'], ['error', 'PROVIDER_ERROR']] as const;

describe.each(['stt', 'llm', 'tts'] as const)('%s provider with a fallback', (stage) => {
  it('fails over within two seconds for any fault, with the reason recorded', async () => {
    const options = { brain: spelling, fallback: true, budgets: patientBudgets };
    const calls = await Promise.all(faults.map(([behaviour]) => callWithBroken(stage, behaviour, options)));
    const beganAtMs = performance.now();
    if (stage !== 'tts') await Promise.all(calls.map((each) => each.say('Hello?')));
    const inTimeMs = 500 + shortBudgets.fallbackAfterMs + TOLERANCE_MS;
    const since = ({ callerEndedAtMs }: TestCall) => (stage === 'tts' ? beganAtMs : callerEndedAtMs);
    await Promise.all(
      calls.map((each) => each.until(() => each.speech.writtenAtMs.length > 0, inTimeMs + 10_000)),
    );
    const waitedMs = calls.map((each) => (each.speech.writtenAtMs[0] ?? Infinity) - since(each));
    expect(Math.max(...waitedMs)).toBeLessThan(inTimeMs);
    await Promise.all(calls.map((each) => each.untilAgentSaid(1)));
    // A 5xx response was retried once before.
    expect(calls.map((each) => each.all('fault').map(({ code }) => code))).toEqual(
      faults.map(([behaviour, code]) => (behaviour === 'error' ? [code, code] : [code])),
    );
    expect(calls.flatMap((each) => each.all('failed'))).toEqual([]);
  });
});

for (const stage of ['llm', 'tts'] as const) {
  const subject = `a ${stage} provider that fails in the middle of its answer`;
  atOnceOf(subject).each(['drop', 'drip'])('fails over to its fallback: %s', async (behaviour) => {
    const options = { brain: spelling, fallback: true, budgets: patientBudgets };
    const relieved = await callWithBroken(stage, behaviour, options);
    if (stage === 'llm') await relieved.say('Hello?');
    await relieved.untilAgentSaid(1);
    expect(relieved.words('agent')).toEqual([stage === 'llm' ? 'You said: hello' : GREETING]);
    expect(relieved.all('fault')).toHaveLength(1);
    expect(relieved.all('failed')).toEqual([]);
  });
}

for (const stage of ['stt', 'llm', 'tts'] as const) {
  atOnce(`retries the only ${stage} provider once after a 5xx`, async () => {
    const once = (index: number): Behaviour => (index === 0 ? 'error' : 'normal');
    const failed = await callWithBroken(stage, once);
    if (stage !== 'tts') await failed.say('Hello?');
    await failed.untilAgentSaid(1);
    expect(failed.words('agent')).toEqual([stage === 'tts' ? GREETING : 'You said: hello']);
    expect(failed.all('fault')).toEqual([
      expect.objectContaining({ kind: 'fault', source: 'provider', code: 'PROVIDER_ERROR' }),
    ]);
    expect(failed.all('failed')).toEqual([]);
  });
}

atOnce("retries when the only provider's connection breaks, without repeating a sentence", async () => {
  const text =
    'This is the first sentence. This is the second sentence, which is longer. And this is the last.';
  const brain: Brain = () => ({ kind: 'say', text });
  const dropping = (index: number): Behaviour => (index === 0 ? 'drop' : 'normal');
  const dropped = await callWithBroken('llm', dropping, { brain });
  await dropped.say('Hello?');
  await dropped.untilAgentSaid(1);
  expect(dropped.words('agent')).toEqual([text]);
  expect(dropped.all('fault')).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_LOST' }]);
  await dropped.say('Hello again?');
  await dropped.untilAgentSaid(2);
  expect(dropped.all('failed')).toEqual([]);
});

atOnce.each(['refuse', 'hang-at-connect', 'hang', 'drop', 'flood'])(
  'uses a fallback when the streaming recognizer does this: %s',
  async (behaviour) => {
    const [sound, deepgram] = await Promise.all([openAi(), DeepgramStandIn.start({ behaviour })]);
    keep(deepgram);
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

atOnce(
  'uses only the fallback after three failures of a provider for an account, over all its calls',
  async () => {
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
      keep(opened);
      await opened.until(() => opened.speech.writtenAtMs.length > 0);
    }
    expect(broken.requests).toHaveLength(3);
    expect(sound.requests).toHaveLength(5);
  },
);
