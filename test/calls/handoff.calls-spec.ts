import type { AgentDocument, HandoffHistory } from '../../src/agent-document/index.js';
import {
  type Brain,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
  scriptedEars,
} from '../stand-ins/index.js';
import { objectAt, textAt } from '../stand-ins/json.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { atOnce as it } from '../support/scoped.js';
import { publish } from '../support/publish.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

const THANKS = 'Say what was done.';
const SUMMARY = 'The caller wants the night desk.';

/** Hands over when asked for the night desk, which repeats the question. */
const brain: Brain = ({ instructions, history, tools }) => {
  const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
  if (exactly !== undefined) return { kind: 'say', text: exactly };
  if (instructions === THANKS) return { kind: 'say', text: 'I have transferred you.' };
  if (instructions.includes('handed over from one agent')) return { kind: 'say', text: SUMMARY };
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: 'One moment please.' };
  if (tools.includes('transfer') && history.length > 0)
    return { kind: 'call', name: 'transfer', arguments: '{"target":"night desk"}' };
  return { kind: 'say', text: `You said: ${last?.text ?? ''}` };
};

const day = (to: string, provider: string, history?: HandoffHistory): AgentDocument => ({
  schemaVersion: 1,
  greeting: 'Day desk.',
  prompt: 'You are the day desk.',
  models: { traditional: { llm: { provider: 'openai' } }, endToEnd: { provider } },
  builtInTools: ['transfer'],
  transfer: { destinations: [{ name: 'night desk', to: { agentId: to, ...(history && { history }) } }] },
});

let model: OpenAiStandIn;
let realtime: RealtimeStandIn;
let gemini: GeminiStandIn;
let app: TestApp;
let account: TestAccount;
let speech: TestSpeech;

beforeAll(async () => {
  model = await OpenAiStandIn.start({ brain, ears: scriptedEars('the night desk please') });
  realtime = await RealtimeStandIn.start({ brain, ears: scriptedEars('the night desk please') });
  gemini = await GeminiStandIn.start({ brain, ears: scriptedEars('the night desk please') });
  const url = model.url;
  const env = {
    ...{ MEDIA_WORKERS: '1', LLM_URL: url, STT_URL: url, TTS_URL: url, REALTIME_URL: realtime.url },
    ...{ GEMINI_URL: gemini.url, GEMINI_API_KEY: 'any' },
  };
  // The recognizer returns the next words at each request.
  app = await createTestApp({ env, overrides: { providers: { sttAnticipateAfterMs: 0 } } });
  account = await app.createAccount();
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await app?.close();
  await model?.close();
  await realtime?.close();
  await gemini?.close();
});

/** Calls an agent that hands over to another with its own sample rate. @returns The record. */
async function callAndRecord(
  mode: 'traditional' | 'end-to-end',
  night: AgentDocument,
  { provider = 'openai', history = undefined as HandoffHistory | undefined, answer = '' } = {},
) {
  const nightId = await app.createAgent(account, night);
  await publish(app, account, nightId, 'sandbox');
  const dayId = await app.createAgent(account, day(nightId, provider, history));
  await publish(app, account, dayId, 'sandbox');
  const token = await app.createConnector(account, dayId, 'sandbox');
  const call = await SpokenCall.begin(app.baseUrl, token, { mode });
  await call.listen(0);
  await call.ask(await speech.say('The night desk please.'));
  const where = { conversation: { sessionId: call.sessionId }, text: 'Night desk.', endedAt: { not: null } };
  await until('the other one has spoken', () => app.prisma.turn.findFirst({ where }));
  if (answer !== '') {
    await call.ask(await speech.say('Hello there.'));
    await until('it has answered', () => app.prisma.turn.findFirst({ where: { ...where, text: answer } }));
  }
  call.hangUp();
  const { id } = await until('the record is finished', () =>
    app.prisma.conversation.findFirst({ where: { sessionId: call.sessionId, endedAt: { not: null } } }),
  );
  const key = await app.createKey(account);
  const { body } = await httpClient(app.baseUrl)('GET', `/v1/conversations/${id}`, { key });
  return { nightId, ...body.conversation } as {
    readonly nightId: string;
    readonly endReason: string;
    readonly turns: readonly { readonly speaker: string; readonly text: string; readonly agentId?: string }[];
    readonly usage: readonly { readonly stage: string }[];
    readonly events: readonly { readonly kind: string; readonly details: object }[];
  };
}

const spoken = ({ turns }: Awaited<ReturnType<typeof callAndRecord>>) =>
  turns.map(({ speaker, text }) => `${speaker}: ${text}`);

it('hands the call to another agent with another voice sample rate and records it', async () => {
  const record = await callAndRecord('traditional', {
    schemaVersion: 1,
    greeting: 'Night desk.',
    intents: [{ name: 'bye', examples: ['goodbye'], reply: 'Good night.' }],
    models: { traditional: { llm: { provider: 'starter' } } },
  });
  expect(spoken(record)).toEqual([
    'agent: Day desk.',
    'caller: the night desk please',
    'agent: One moment please.',
    'agent: Night desk.',
  ]);
  expect(record.events.filter(({ kind }) => kind !== 'tool-call')).toMatchObject([
    { kind: 'transfer', details: { target: 'night desk', done: true } },
  ]);
  expect(record.turns.map(({ agentId }) => agentId)).toEqual([
    undefined,
    undefined,
    undefined,
    record.nightId,
  ]);
  expect(record.endReason).toBe('client-close');
});

it('proves what the next agent says by what the one before it did', async () => {
  const record = await callAndRecord(
    'traditional',
    {
      ...{ schemaVersion: 1, greeting: 'Night desk.', prompt: THANKS, claimCheck: { mode: 'hold' } },
      models: { traditional: { llm: { provider: 'openai' } } },
    },
    { history: 'none', answer: 'I have transferred you.' },
  );
  expect(record.events.filter(({ kind }) => kind === 'claim')).toMatchObject([
    { details: { tool: 'transfer', verdict: 'proven', said: true } },
  ]);
});

const night = (provider: string, prompt: string): AgentDocument => ({
  schemaVersion: 1,
  greeting: 'Night desk.',
  prompt,
  models: { endToEnd: { provider } },
});
/** Instructions given to a provider's agents on handoff. */
const TOLD = {
  openai: () => realtime.sessions.map(({ settings }) => settings.instructions),
  gemini: () =>
    gemini.sessions.map(({ setup }) => {
      const { parts } = objectAt(setup, 'systemInstruction');
      return textAt(Array.isArray(parts) ? parts[0] : undefined, 'text') ?? '';
    }),
} as const;

it.each([
  ['openai', 'full'],
  ['gemini', 'full'],
  ['openai', 'summary'],
  ['gemini', 'none'],
])(
  'hands over between end-to-end agents (%s) with the configured history (%s)',
  async (provider, history) => {
    const prompt = `You are the night desk, and know ${history}.`;
    const record = await callAndRecord('end-to-end', night(provider, prompt), { provider, history });
    expect(spoken(record)).toEqual([
      'agent: Day desk.',
      'caller: the night desk please',
      'agent: One moment please.',
      'agent: Night desk.',
    ]);
    expect(record.turns.map(({ agentId }) => agentId)).toEqual([
      undefined,
      undefined,
      undefined,
      record.nightId,
    ]);
    const told = TOLD[provider]().findLast((instructions) => instructions?.startsWith(prompt)) ?? '';
    expect(told).not.toBe('');
    expect(told.includes('{"speaker":"caller","text":"the night desk please"}')).toBe(history === 'full');
    expect(told.includes(JSON.stringify(SUMMARY))).toBe(history === 'summary');
    expect(told === prompt).toBe(history === 'none');
    // The summarizing model is part of the call's usage.
    expect(record.usage.some(({ stage }) => stage === 'llm')).toBe(history === 'summary');
  },
);
