import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SileroDetector } from '../../src/engines/local/index.js';
import type { ProviderBudgets } from '../../src/providers/index.js';
import type { AgentAdapter } from '../../src/voice/agent-adapter.js';
import type { VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import {
  type Brain,
  GeminiStandIn,
  OpenAiStandIn,
  type OpenAiStandInOptions,
  RealtimeStandIn,
  scriptedEars,
} from '../stand-ins/index.js';
import type { JsonObject } from '../stand-ins/json.js';
import { atOnceOf, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { cascadeAdapter, geminiAdapter, openAiEntries, realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

/** The defaults of the service. */
const budgets: Partial<ProviderBudgets> = { replyTimeoutMs: 8_000, fallbackAfterMs: 1_500 };
/** From the end of the caller's speech; the rest of the second is for the failure prompt to start. */
const IN_TIME_MS = 8_000 + 800;
const ANSWER = 'We are open until five.';
const ears = scriptedEars('are you open');

/** A recorded empty reply. */
interface Shape {
  readonly source: string;
  /** The reason in the call's record. */
  readonly why?: string;
  readonly messages: readonly JsonObject[];
}

const shapesOf = (folder: string): [string, Shape][] => {
  const of = path.join('test', 'providers', 'shapes', folder);
  return readdirSync(of).map((file) => [
    path.basename(file, '.json'),
    JSON.parse(readFileSync(path.join(of, file), 'utf8')) as Shape,
  ]);
};

/** Returns an empty reply `times` times and then a real one. */
const brainWith = ({ messages }: Pick<Shape, 'messages'>, times: number): Brain => {
  let asked = 0;
  return () => (asked++ < times ? { kind: 'raw', messages } : { kind: 'say', text: ANSWER });
};

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
  for (const text of [ANSWER, 'Are you open?']) await synthesise(text, 24_000);
});

useVirtualTime();

afterAll(() => detector.close());

const openAi = async (options: OpenAiStandInOptions) => keep(await OpenAiStandIn.start({ ears, ...options }));
/** Displayed words of an inaudible reply are withdrawn. */
const heardOf = (call: TestCall) => call.words('agent').filter((words) => words !== '');
const codesOf = (call: TestCall) => call.all('fault').map(({ code }) => code);
const detailsOf = (call: TestCall) => call.all('fault').map(({ detail }) => detail);

interface Engine {
  readonly folder: string;
  /** An adapter to a server that returns `times` empty replies. */
  adapter(shape: Shape, times: number): Promise<AgentAdapter>;
  readonly mode: 'traditional' | 'end-to-end';
  readonly turnTaking?: { readonly detection: 'earshot' };
}

const endToEnd = (turnTaking?: Engine['turnTaking']): Record<string, Engine> => {
  const whose = turnTaking ? ' with turns of Earshot' : '';
  return {
    [`a Realtime model${whose}`]: {
      folder: 'openai-realtime-empty',
      mode: 'end-to-end',
      ...(turnTaking && { turnTaking }),
      adapter: async (shape, times) => {
        const { url } = keep(await RealtimeStandIn.start({ ears, brain: brainWith(shape, times) }));
        return realtimeAdapter(url, { budgets, detector });
      },
    },
    [`a Gemini Live model${whose}`]: {
      folder: 'gemini-live-empty',
      mode: 'end-to-end',
      ...(turnTaking && { turnTaking }),
      adapter: async (shape, times) => {
        const { url } = keep(await GeminiStandIn.start({ ears, brain: brainWith(shape, times) }));
        return geminiAdapter(url, 'any', detector, budgets);
      },
    },
  };
};

const engines: Readonly<Record<string, Engine>> = {
  'a language model': {
    folder: 'openai-chat-empty',
    mode: 'traditional',
    adapter: async (shape, times) => {
      const server = await openAi({ brain: brainWith(shape, times) });
      return await cascadeAdapter(detector, openAiEntries({ server }), budgets);
    },
  },
  ...endToEnd(),
  ...endToEnd({ detection: 'earshot' }),
};

for (const [name, { folder, mode, turnTaking, adapter }] of Object.entries(engines)) {
  const it = atOnceOf(name);
  const shapes = shapesOf(folder);

  async function callWith(shape: Shape, times: number): Promise<TestCall> {
    const agent = turnTaking ? { turnTaking } : {};
    const call = keep(await TestCall.open(await adapter(shape, times), agent, mode));
    await call.say('Are you open?');
    return call;
  }

  it.each(shapes)('that returns an empty reply is asked again once: %s', async (_way, shape) => {
    const call = await callWith(shape, 1);
    await call.until(() => call.words('agent').includes(ANSWER), IN_TIME_MS);
    expect(heardOf(call)).toEqual([ANSWER]);
    expect(call.all('fault')).toHaveLength(1);
    if (shape.why !== undefined) expect(detailsOf(call)).toEqual([shape.why]);
    expect(call.all('failed')).toEqual([]);
    await call.say('And tomorrow?');
    await call.until(() => heardOf(call).length === 2);
  });

  it.each(shapes)('that keeps returning empty replies fails in time: %s', async (way, shape) => {
    const call = await callWith(shape, Infinity);
    await call.untilEvent('failed', IN_TIME_MS);
    const code = way === 'failed' ? 'PROVIDER_ERROR' : 'PROVIDER_EMPTY';
    // A preemptive reply is requested as well.
    expect([new Set(codesOf(call)), codesOf(call).length % 2]).toEqual([new Set([code]), 0]);
    expect(call.all('failed')).toMatchObject([
      { code, ...(shape.why !== undefined && { detail: shape.why }) },
    ]);
    expect(heardOf(call)).toEqual([]);
  });
}

const slowly = async (answer: 'chat' | 'speech', fallback: boolean, times = Infinity) => {
  const [, shape] = shapesOf('openai-chat-empty')[0]!;
  const options = answer === 'chat' ? { brain: brainWith(shape, times) } : { voice: silentFor(times) };
  const [server, second] = await Promise.all([
    openAi({ brain: () => ({ kind: 'say', text: ANSWER }), ...options }),
    openAi({ brain: () => ({ kind: 'say', text: ANSWER }) }),
  ]);
  const stage = answer === 'chat' ? 'llm' : 'tts';
  const fallbacks = fallback ? [{ provider: 'second' }] : [];
  const models = { traditional: { [stage]: { provider: 'server', fallbacks } } };
  const adapter = await cascadeAdapter(detector, openAiEntries({ server, second }), budgets);
  const call = keep(await TestCall.open(adapter, { models }, 'traditional'));
  await call.say('Are you open?');
  return { call, server, second };
};

/** A voice that is silent `times` times. */
function silentFor(times: number): NonNullable<OpenAiStandInOptions['voice']> {
  let asked = 0;
  return (text, rateHz) =>
    asked++ < times ? new Int16Array(asked % 2 === 0 ? 0 : rateHz) : synthesise(text, rateHz);
}

const speech = atOnceOf('a voice');
const chains = atOnceOf('a stage');

speech('that makes no sound of a sentence is asked once more', async () => {
  const { call } = await slowly('speech', false, 1);
  await call.untilAgentSaid(1, IN_TIME_MS);
  expect(call.words('agent')).toEqual([ANSWER]);
  expect([codesOf(call), detailsOf(call)]).toEqual([['PROVIDER_EMPTY'], ['the sound is silent']]);
});

speech('that goes on making no sound has failed, in time', async () => {
  const { call } = await slowly('speech', false);
  await call.untilEvent('failed', IN_TIME_MS);
  expect(codesOf(call)).toEqual(['PROVIDER_EMPTY', 'PROVIDER_EMPTY']);
  expect(detailsOf(call)).toEqual(['the sound is silent', 'no sound came']);
});

chains.each(['chat', 'speech'] as const)(
  'that returns two empty replies is replaced by its fallback: %s',
  async (answer) => {
    const { call, second } = await slowly(answer, true);
    await call.untilAgentSaid(1, IN_TIME_MS);
    expect(call.words('agent')).toEqual([ANSWER]);
    expect(codesOf(call)).toEqual(['PROVIDER_EMPTY', 'PROVIDER_EMPTY']);
    expect(second.requests.length).toBeGreaterThan(0);
    expect(call.all('failed')).toEqual([]);
  },
);
