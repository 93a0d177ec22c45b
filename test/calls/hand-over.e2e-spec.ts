import type { AgentDocument } from '../../src/agent-document/index.js';
import { type Brain, OpenAiStandIn, RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

/** Hands over when it is asked for the night desk; the night desk says what it is asked. */
const brain: Brain = ({ instructions, history, tools }) => {
  const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
  if (exactly !== undefined) return { kind: 'say', text: exactly };
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: 'One moment please.' };
  if (tools.includes('transfer') && history.length > 0)
    return { kind: 'call', name: 'transfer', arguments: '{"target":"night desk"}' };
  return { kind: 'say', text: `You said: ${last?.text ?? ''}` };
};

const day = (to: string): AgentDocument => ({
  schemaVersion: 1,
  greeting: 'Day desk.',
  prompt: 'You are the day desk.',
  models: { traditional: { llm: { provider: 'openai' } } },
  builtInTools: ['transfer'],
  transfer: { destinations: [{ name: 'night desk', to: { agentId: to } }] },
});

let model: OpenAiStandIn;
let realtime: RealtimeStandIn;
let app: TestApp;
let account: TestAccount;
let speech: TestSpeech;

beforeAll(async () => {
  const ears = scriptedEars('the night desk please', 'hello there');
  model = await OpenAiStandIn.start({ brain, ears });
  realtime = await RealtimeStandIn.start({ brain, ears: scriptedEars('the night desk please') });
  const url = model.url;
  const env = { MEDIA_WORKERS: '1', LLM_URL: url, STT_URL: url, TTS_URL: url, REALTIME_URL: realtime.url };
  app = await createTestApp({ env });
  account = await app.createAccount();
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await app?.close();
  await model?.close();
  await realtime?.close();
});

/** Calls an agent that hands over to one that answers by itself in another rate, and gives the record. */
async function callAndRecord(mode: 'traditional' | 'end-to-end', night: AgentDocument) {
  const nightId = await app.createAgent(account, night);
  await publish(app, account, nightId, 'sandbox');
  const dayId = await app.createAgent(account, day(nightId));
  await publish(app, account, dayId, 'sandbox');
  const token = await app.createConnector(account, dayId, 'sandbox');
  const call = await SpokenCall.begin(app.baseUrl, token, { mode });
  await call.listen(0);
  await call.ask(await speech.say('The night desk please.'));
  const where = { conversation: { sessionId: call.sessionId }, text: 'Night desk.', endedAt: { not: null } };
  await until('the other one has spoken', () => app.prisma.turn.findFirst({ where }));
  call.hangUp();
  const { id } = await until('the record is finished', () =>
    app.prisma.conversation.findFirst({ where: { sessionId: call.sessionId, endedAt: { not: null } } }),
  );
  const key = await app.createKey(account);
  const { body } = await httpClient(app.baseUrl)('GET', `/v1/conversations/${id}`, { key });
  return body.conversation as {
    readonly endReason: string;
    readonly turns: readonly { readonly speaker: string; readonly text: string }[];
    readonly events: readonly { readonly kind: string; readonly details: object }[];
  };
}

const spoken = ({ turns }: Awaited<ReturnType<typeof callAndRecord>>) =>
  turns.map(({ speaker, text }) => `${speaker}: ${text}`);

it('hands a caller over to another agent in the same call, whose voice has another rate, and puts it on record', async () => {
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
  expect(record.endReason).toBe('client-close');
});

it('hands over between end-to-end agents, and the second one knows what was said before', async () => {
  const prompt = 'You are the night desk.';
  const record = await callAndRecord('end-to-end', { schemaVersion: 1, greeting: 'Night desk.', prompt });
  expect(spoken(record)).toEqual([
    'agent: Day desk.',
    'caller: the night desk please',
    'agent: One moment please.',
    'agent: Night desk.',
  ]);
  const { instructions } = realtime.sessions.at(-1)!.settings;
  expect(instructions.startsWith(prompt)).toBe(true);
  expect(instructions).toContain('{"speaker":"caller","text":"the night desk please"}');
});
