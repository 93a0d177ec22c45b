import type { AgentDocument } from '../../src/agent-document/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { atOnce as it } from '../support/scoped.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

/** Of several words: a busy machine may garble one. */
const GREETING = 'Hello, how may I help you today?';
const QUESTION = 'what time is it';

let realtime: RealtimeStandIn;
let app: TestApp;
let account: TestAccount;
let speech: TestSpeech;

beforeAll(async () => {
  realtime = await RealtimeStandIn.start({ ears: scriptedEars(QUESTION) });
  app = sharedApp();
  account = await app.createAccount();
  const url = realtime.url.replace(/^ws(.*)\/realtime$/, 'http$1');
  const body = { preset: 'openai-compatible', url, services: { endToEnd: { model: 'm' } } };
  const key = await app.createKey(account);
  const { status } = await httpClient(app.baseUrl)('PUT', '/v1/providers/live', { key, body });
  expect(status).toBe(200);
  // Loads the stand-ins' voice, which is slow.
  await synthesise(GREETING, 24_000);
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await app?.close();
  await realtime?.close();
});

async function tokenFor(agent: Omit<AgentDocument, 'schemaVersion'>): Promise<string> {
  const agentId = await app.createAgent(account, { schemaVersion: 1, ...agent });
  await publish(app, account, agentId, 'sandbox');
  return await app.createConnector(account, agentId, 'sandbox');
}

interface Turn {
  readonly speaker: string;
  readonly text: string;
  readonly latency: Readonly<Record<string, number | null>> | null;
  readonly stages: Readonly<Record<string, number | null>> | null;
}

it.each(['server', 'earshot'] as const)(
  'records every stage of a reply over WebRTC with turn detection: %s',
  async (detection) => {
    const models = { endToEnd: { provider: 'live' } };
    const token = await tokenFor({ greeting: GREETING, models, turnTaking: { detection } });
    const call = await SpokenCall.begin(app.baseUrl, token);
    expect(await speech.heardShare(await call.listen(0), GREETING)).toBeGreaterThanOrEqual(0.6);
    const answer = await call.ask(await speech.say(QUESTION));
    expect(await speech.heardShare(answer, `you said ${QUESTION}`)).toBeGreaterThanOrEqual(0.6);
    call.hangUp();

    const { id } = await until('the record is finished', () =>
      app.prisma.conversation.findFirst({ where: { sessionId: call.sessionId, endedAt: { not: null } } }),
    );
    const key = await app.createKey(account);
    const { body } = await httpClient(app.baseUrl)('GET', `/v1/conversations/${id}`, { key });
    const turns: readonly Turn[] = body.conversation.turns;
    expect(turns.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      `agent: ${GREETING}`,
      `caller: ${QUESTION}`,
      `agent: You said: ${QUESTION}`,
    ]);
    const { latency, stages } = turns[2]!;
    const { endOfTurnMs, firstTokenMs, firstAudioMs, heardMs } = latency!;
    expect(endOfTurnMs).toBeGreaterThanOrEqual(500);
    expect(latency!['transcriptMs']).toBeGreaterThanOrEqual(endOfTurnMs!);
    expect(firstTokenMs).toBeGreaterThanOrEqual(endOfTurnMs!);
    expect(firstAudioMs).toBeGreaterThanOrEqual(firstTokenMs!);
    expect(heardMs).toBeGreaterThanOrEqual(firstAudioMs!);
    const took = Object.values(stages!).reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
    expect(took).toBe(heardMs);
  },
);
