import { toBytes } from '../stand-ins/audio/pcm.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import {
  type Behaviour,
  type Brain,
  GeminiStandIn,
  type GeminiStandInOptions,
  RealtimeStandIn,
  scriptedEars,
} from '../stand-ins/index.js';
import type { JsonObject } from '../stand-ins/json.js';
import { atOnceOf, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { geminiAdapter, realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

const GREETING = 'Good morning, this is the harbour hotel.';
const newEars = () => scriptedEars('where are you', 'are you open');

useVirtualTime();

const gemini = atOnceOf('a Gemini Live server');
const realtime = atOnceOf('a Realtime server');

async function geminiCall(options: GeminiStandInOptions, agent: Parameters<typeof TestCall.open>[1] = {}) {
  const standIn = keep(await GeminiStandIn.start({ ears: newEars(), ...options }));
  const budgets = { replyTimeoutMs: 8_000, connectTimeoutMs: 5_000, reconnectBudgetMs: 5_000 };
  const call = keep(await TestCall.open(geminiAdapter(standIn.url, 'any', undefined, budgets), agent));
  return { standIn, call };
}

gemini.each(['none', 'refused'] as const)(
  'that cannot resume (handles: %s) continues in a new session with the history',
  async (handles) => {
    const { standIn, call } = await geminiCall({ handles }, { greeting: GREETING, prompt: 'Be kind.' });
    await call.untilAgentSaid(1);
    await call.say('Where are you?');
    await call.untilAgentSaid(2);
    standIn.dropConnections();
    const instructions = () => JSON.stringify(standIn.sessions.at(-1)?.setup?.['systemInstruction'] ?? '');
    await call.until(() => standIn.sessions.length > 1 && instructions().includes('where are you'));
    for (const said of ['Be kind.', GREETING, 'You said: where are you'])
      expect(instructions()).toContain(said);
    await call.say('Are you open?');
    await call.untilAgentSaid(3);
    expect(call.words('agent')).toEqual([GREETING, 'You said: where are you', 'You said: are you open']);
    expect(call.all('fault').map(({ code }) => code)).toEqual(['PROVIDER_LOST']);
    expect(call.all('failed')).toEqual([]);
  },
);

gemini('that is lost in the middle of its first words goes on with them in a new session', async () => {
  const behaviour = (index: number): Behaviour => (index === 0 ? 'drop' : 'normal');
  const { standIn, call } = await geminiCall({ behaviour, handles: 'none' }, { greeting: GREETING });
  await call.untilAgentSaid(2);
  expect(standIn.sessions).toHaveLength(2);
  expect(call.all('failed')).toEqual([]);
  await call.say('Where are you?');
  await call.untilAgentSaid(3);
});

gemini('that tells words late is waited for in the next turn, and they belong to their own', async () => {
  const words = 'It is open until five.';
  const data = toBytes(await synthesise(words, 24_000)).toString('base64');
  const spoken: JsonObject = {
    serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] } },
  };
  const ended: JsonObject = { serverContent: { turnComplete: true } };
  const told: JsonObject = { serverContent: { outputTranscription: { text: words } } };
  const answers = [[spoken, ended, told], []];
  const brain: Brain = () => ({ kind: 'raw', messages: answers.shift() ?? [] });
  const { call } = await geminiCall({ brain });
  await call.say('Are you open?');
  await call.until(() => call.words('agent').includes(words));
  await call.say('And tomorrow?');
  const askedAtMs = performance.now();
  await call.untilEvent('failed', 12_000);
  expect(performance.now() - askedAtMs).toBeLessThan(9_000);
  expect(call.all('failed')).toMatchObject([{ code: 'PROVIDER_TIMEOUT' }]);
  const turns = call.all('transcript').filter(({ speaker, text }) => speaker === 'agent' && text !== '');
  expect(new Set(turns.map(({ turnId }) => turnId)).size).toBe(1);
});

realtime.each(['ga', 'beta'] as const)(
  'that does not announce its session gets one configured anyway: %s',
  async (dialect) => {
    const standIn = keep(await RealtimeStandIn.start({ announces: false, dialect }));
    const beganAtMs = performance.now();
    const budgets = { connectTimeoutMs: 5_000 };
    const call = keep(await TestCall.open(realtimeAdapter(standIn.url, { budgets }), { greeting: GREETING }));
    expect(performance.now() - beganAtMs).toBeLessThan(3_000);
    await call.untilAgentSaid(1);
    expect(call.words('agent')).toEqual([GREETING]);
    expect([call.all('fault'), call.all('failed')]).toEqual([[], []]);
  },
);

realtime('that does not say so, and has a fallback, is asked in half of its time', async () => {
  const standIn = keep(await RealtimeStandIn.start({ announces: false }));
  const budgets = { connectTimeoutMs: 1_500 };
  const call = keep(await TestCall.open(realtimeAdapter(standIn.url, { budgets }), { greeting: GREETING }));
  await call.untilAgentSaid(1);
});
