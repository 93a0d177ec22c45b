import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { type Behaviour, GeminiStandIn, RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { publish } from '../support/publish.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

const GREETING = 'Good day.';
const QUESTION = 'what time is it';
const BROKEN = ['refuse', 'hang-at-connect', 'hang', 'nonsense'] as const satisfies readonly Behaviour[];

let app: TestApp;
let account: TestAccount;
let speech: TestSpeech;
let folder: string;
let gemini: GeminiStandIn;
let realtime: RealtimeStandIn;
/** Greets, and disconnects at the first question. */
let leaving: RealtimeStandIn;
const closers: (() => Promise<unknown>)[] = [];

async function opened<S extends { close(): Promise<unknown> }>(starting: Promise<S>): Promise<S> {
  const standIn = await starting;
  closers.push(() => standIn.close());
  return standIn;
}

beforeAll(async () => {
  gemini = await opened(GeminiStandIn.start({ ears: scriptedEars(QUESTION) }));
  realtime = await opened(RealtimeStandIn.start({ ears: scriptedEars(QUESTION) }));
  leaving = await RealtimeStandIn.start();
  const broken = await Promise.all(
    BROKEN.map(async (behaviour) => [behaviour, await opened(RealtimeStandIn.start({ behaviour }))] as const),
  );
  const entry = ({ url }: { readonly url: string }) => ({ kind: 'openai-realtime', url, model: 'stand-in' });
  const endToEnd = {
    ...Object.fromEntries(broken.map(([name, standIn]) => [name, entry(standIn)])),
    leaving: entry(leaving),
    realtime: entry(realtime),
    gemini: { kind: 'gemini-live', url: gemini.url, apiKey: 'any', model: 'stand-in' },
  };
  folder = mkdtempSync(path.join(os.tmpdir(), 'fallbacks-'));
  const file = path.join(folder, 'providers.yaml');
  writeFileSync(file, stringify({ endToEnd }));
  app = await createTestApp({
    env: { MEDIA_WORKERS: '1', PROVIDERS_FILE: file, STARTER_PRELOAD: 'true' },
    overrides: { providers: { reconnectBudgetMs: 500, endToEndFallbackAfterMs: 2_000 } },
  });
  account = await app.createAccount();
  // Loads the stand-ins' voice, which is slow.
  await synthesise(GREETING, 24_000);
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await app?.close();
  await Promise.all(closers.map((close) => close()));
  rmSync(folder, { recursive: true });
});

async function begin(providers: readonly string[], more: Partial<AgentDocument> = {}) {
  const [provider = '', ...fallbacks] = providers;
  const models = { endToEnd: { provider, fallbacks: fallbacks.map((name) => ({ provider: name })) } };
  const agentId = await app.createAgent(account, { schemaVersion: 1, greeting: GREETING, models, ...more });
  await publish(app, account, agentId, 'sandbox');
  const call = await SpokenCall.begin(app.baseUrl, await app.createConnector(account, agentId, 'sandbox'));
  keep({ close: async () => call.hangUp() });
  return call;
}

/** The record of a call after its end. */
async function recordOf(call: SpokenCall) {
  call.hangUp();
  const record = await until('the record is finished', () =>
    app.prisma.conversation.findFirst({
      where: { sessionId: call.sessionId, endedAt: { not: null } },
      include: { turns: { orderBy: { position: 'asc' } }, events: { where: { kind: 'fault' } } },
    }),
  );
  return {
    endReason: record.endReason,
    said: record.turns.map(({ speaker, text }) => `${speaker}: ${text}`),
    faults: record.events.map(({ details }) => (details as { code: string }).code),
  };
}

it.each([
  ['refuse', 'PROVIDER_REFUSED'],
  ['hang-at-connect', 'PROVIDER_TIMEOUT'],
  ['hang', 'PROVIDER_TIMEOUT'],
  ['nonsense', 'PROVIDER_PROTOCOL'],
] as const)(
  'greets and answers a caller through the next speech provider when the first fails: %s',
  async (behaviour, code) => {
    const call = await begin([behaviour, 'nobody-configured', 'gemini'], {
      voice: { voiceId: 'of-the-first' },
    });
    await call.listen(0);
    const answer = await call.ask(await speech.say(QUESTION));
    expect(await speech.heardShare(answer, `you said ${QUESTION}`)).toBeGreaterThanOrEqual(0.6);
    const { endReason, said, faults } = await recordOf(call);
    // Some nonsense parses, such as the end of an empty reply.
    const told = behaviour === 'nonsense' ? faults.filter((fault) => fault === code) : faults;
    expect([endReason, new Set(told)]).toEqual(['client-close', new Set([code])]);
    expect(said.slice(-2)).toEqual([`caller: ${QUESTION}`, `agent: You said: ${QUESTION}`]);
    expect(JSON.stringify(gemini.sessions.map(({ setup }) => setup))).not.toContain('of-the-first');
  },
);

it('fails over to the next speech provider during a call with the history', async () => {
  const call = await begin(['leaving', 'refuse', 'realtime'], { prompt: 'You tell the time.' });
  await call.listen(0);
  await leaving.close();
  await call.listen();
  const answer = await call.ask(await speech.say(QUESTION));
  expect(await speech.heardShare(answer, `you said ${QUESTION}`)).toBeGreaterThanOrEqual(0.6);
  const { endReason, said, faults } = await recordOf(call);
  expect([endReason, faults]).toEqual(['client-close', ['PROVIDER_LOST', 'PROVIDER_REFUSED']]);
  expect(said).toEqual([
    `agent: ${GREETING}`,
    'agent: Sorry, we were cut off for a moment.',
    `caller: ${QUESTION}`,
    `agent: You said: ${QUESTION}`,
  ]);
  const told = realtime.sessions.map(({ settings }) => settings.instructions).join();
  expect(told).toContain(`{"speaker":"agent","text":"${GREETING}"}`);
});

it('fails a call once, with all reasons recorded, when no speech provider is left', async () => {
  const call = await begin(['refuse', 'hang-at-connect']);
  await call.closedByServer();
  const { endReason, faults } = await recordOf(call);
  expect([endReason, faults]).toEqual(['agent-failed', ['PROVIDER_REFUSED', 'PROVIDER_TIMEOUT']]);
});
