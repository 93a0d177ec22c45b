import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import {
  type Behaviour,
  type Brain,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
  scriptedEars,
} from '../stand-ins/index.js';
import type { JsonObject } from '../stand-ins/json.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

const QUESTION = 'what time is it';
const GOODBYE = 'I am sorry, I can not go on at the moment. Please call again later. Goodbye.';
const ANSWER = 'It is five.';
/** PROVIDER_REPLY_TIMEOUT_MS plus a second. */
const PROMPTED_WITHIN_MS = 9_000;

const ENGINES = ['traditional', 'realtime', 'gemini'] as const;
type Engine = (typeof ENGINES)[number];
/** The model: returns nothing, nothing at first, never answers, or works. */
const KINDS = ['empty', 'left', 'once', 'hang', 'well'] as const;
type Kind = (typeof KINDS)[number];

const emptyOf = (folder: string, name: string): readonly JsonObject[] =>
  (
    JSON.parse(readFileSync(path.join('test', 'providers', 'shapes', folder, `${name}.json`), 'utf8')) as {
      messages: JsonObject[];
    }
  ).messages;
const EMPTY: Readonly<Record<Engine, readonly JsonObject[]>> = {
  traditional: emptyOf('openai-chat-empty', 'content-filter'),
  realtime: emptyOf('openai-realtime-empty', 'incomplete'),
  gemini: emptyOf('gemini-live-empty', 'rejected'),
};

function brainOf(engine: Engine, kind: Kind): Brain {
  let left = kind === 'empty' || kind === 'left' ? Infinity : kind === 'once' ? 1 : 0;
  return () => (left-- > 0 ? { kind: 'raw', messages: EMPTY[engine] } : { kind: 'say', text: ANSWER });
}

let app: TestApp;
let account: TestAccount;
let key: string;
let speech: TestSpeech;
let folder: string;
const closers: (() => Promise<unknown>)[] = [];

async function standIn(engine: Engine, kind: Kind): Promise<string> {
  const behaviour: Behaviour = kind === 'hang' ? 'hang' : 'normal';
  const options = { behaviour, brain: brainOf(engine, kind), ears: scriptedEars(QUESTION) };
  const server = { traditional: OpenAiStandIn, realtime: RealtimeStandIn, gemini: GeminiStandIn }[engine];
  const started = await server.start(options);
  closers.push(() => started.close());
  return started.url;
}

const named = async <E>(engine: Engine, entryOf: (url: string) => E) =>
  Object.fromEntries(
    await Promise.all(
      KINDS.map(async (kind) => [`${engine}-${kind}`, entryOf(await standIn(engine, kind))] as const),
    ),
  );

beforeAll(async () => {
  const model = 'stand-in';
  const openai = (url: string) => ({ kind: 'openai', url, model });
  const sound = openai(await standIn('traditional', 'well'));
  const catalogue = {
    stt: { sound },
    llm: await named('traditional', openai),
    tts: { sound: { ...sound, voice: 'alloy' } },
    endToEnd: {
      ...(await named('realtime', (url) => ({ kind: 'openai-realtime', url, model }))),
      ...(await named('gemini', (url) => ({ kind: 'gemini-live', url, apiKey: 'any', model }))),
    },
  };
  folder = mkdtempSync(path.join(os.tmpdir(), 'outcomes-'));
  const file = path.join(folder, 'providers.yaml');
  writeFileSync(file, stringify(catalogue));
  app = await createTestApp({
    env: { MEDIA_WORKERS: '1', PROVIDERS_FILE: file, STARTER_PRELOAD: 'true' },
    // An answer that was prepared early, and discarded, would take the one empty reply.
    overrides: { providers: { sttAnticipateAfterMs: 0 } },
  });
  account = await app.createAccount();
  key = await app.createKey(account);
  await synthesise(ANSWER, 24_000);
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await app?.close();
  await Promise.all(closers.map((close) => close()));
  rmSync(folder, { recursive: true });
});

async function begin(engine: Engine, kind: Kind): Promise<SpokenCall> {
  const provider = `${engine}-${kind}`;
  const models: AgentDocument['models'] =
    engine === 'traditional'
      ? { traditional: { stt: { provider: 'sound' }, llm: { provider }, tts: { provider: 'sound' } } }
      : { endToEnd: { provider } };
  const agentId = await app.createAgent(account, { schemaVersion: 1, prompt: 'Tell the time.', models });
  await publish(app, account, agentId, 'sandbox');
  const token = await app.createConnector(account, agentId, 'sandbox');
  const mode = engine === 'traditional' ? 'traditional' : 'end-to-end';
  const call = await SpokenCall.begin(app.baseUrl, token, { mode });
  keep({ close: async () => call.hangUp() });
  await call.connected();
  return call;
}

/** The account's view of a call after its end. */
async function seen({ sessionId }: SpokenCall) {
  const { id } = await until('the record is finished', () =>
    app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
  );
  const http = httpClient(app.baseUrl);
  const { conversation } = (await http('GET', `/v1/conversations/${id}`, { key })).body;
  const { outcome, failure, crashed, endReason, events, turns } = conversation;
  const faults = (events as { kind: string; details: { code: string } }[])
    .filter(({ kind }) => kind === 'fault')
    .map(({ details }) => details.code);
  const listed = (await http('GET', `/v1/conversations?outcome=${outcome}`, { key })).body.conversations;
  const inList = (listed as { id: string; failure: unknown }[]).find((one) => one.id === id);
  expect(inList).toMatchObject({ outcome, failure });
  return { outcome, failure, crashed, endReason, faults: new Set(faults), turns };
}

const failedCalls = async (code: string): Promise<number> => {
  const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
  return Number(
    new RegExp(`earshot_calls_failed_total\\{[^}]*code="${code}"[^}]*\\} (\\d+)`).exec(text)?.[1] ?? 0,
  );
};

for (const engine of ENGINES) {
  it(`ends a call with the failure prompt in time and marks it failed when the model returns nothing: ${engine}`, async () => {
    const call = await begin(engine, 'empty');
    await call.speak(await speech.say(QUESTION));
    await call.closedByServer();
    const { turns, ...rest } = await seen(call);
    expect(rest).toMatchObject({ outcome: 'failed', crashed: true, endReason: 'agent-failed' });
    expect(rest.failure).toMatchObject({
      code: 'PROVIDER_EMPTY',
      message: expect.stringMatching(/content_filter|REJECTED/),
    });
    const asked = turns.find(({ speaker }: { speaker: string }) => speaker === 'caller');
    const prompt = turns.find(({ text }: { text: string }) => text === GOODBYE);
    expect(Date.parse(prompt.startedAt) - Date.parse(asked.endedAt)).toBeLessThan(PROMPTED_WITHIN_MS);
    expect(await failedCalls('PROVIDER_EMPTY')).toBeGreaterThan(0);
  });

  it(`marks a call failed when the caller leaves during the failure prompt: ${engine}`, async () => {
    const call = await begin(engine, 'left');
    await call.speak(await speech.say(QUESTION));
    await until('the prompt begins', () =>
      app.prisma.turn.findFirst({ where: { text: GOODBYE, conversation: { sessionId: call.sessionId } } }),
    );
    call.hangUp();
    expect(await seen(call)).toMatchObject({
      ...{ outcome: 'failed', crashed: true, endReason: 'client-close' },
      failure: { code: 'PROVIDER_EMPTY' },
    });
  });

  it(`marks a call failed when the caller leaves without a reply: ${engine}`, async () => {
    const call = await begin(engine, 'hang');
    await call.speak(await speech.say(QUESTION));
    await delay(5_000);
    call.hangUp();
    expect(await seen(call)).toMatchObject({
      ...{ outcome: 'failed', crashed: true, endReason: 'client-close' },
      failure: { code: 'NO_ANSWER', message: expect.any(String) },
    });
  });

  it(`completes a call after a first empty reply and records the fault: ${engine}`, async () => {
    const call = await begin(engine, 'once');
    await call.ask(await speech.say(QUESTION));
    call.hangUp();
    expect(await seen(call)).toMatchObject({
      ...{ outcome: 'completed', crashed: false, failure: null, endReason: 'client-close' },
      faults: new Set(['PROVIDER_EMPTY']),
    });
  });

  it(`completes a call when the caller leaves right after speaking: ${engine}`, async () => {
    const call = await begin(engine, 'well');
    await call.ask(await speech.say(QUESTION));
    await call.speak(await speech.say('goodbye'));
    call.hangUp();
    expect(await seen(call)).toMatchObject({ outcome: 'completed', failure: null, faults: new Set() });
  });
}
