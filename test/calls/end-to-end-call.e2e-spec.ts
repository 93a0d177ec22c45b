import type { AgentDocument } from '../../src/agent-document/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { GeminiStandIn, RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { atOnce as it } from '../support/scoped.js';
import { SignalingClient } from '../support/signaling-client.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

const QUESTION = 'what time is it';

let realtime: RealtimeStandIn;
let hanging: GeminiStandIn;
let app: TestApp;
let account: TestAccount;
let speech: TestSpeech;

beforeAll(async () => {
  realtime = await RealtimeStandIn.start({ ears: scriptedEars(QUESTION) });
  hanging = await GeminiStandIn.start({ behaviour: 'hang' });
  app = await createTestApp({
    env: {
      MEDIA_WORKERS: '1',
      REALTIME_URL: realtime.url,
      GEMINI_URL: hanging.url,
      GEMINI_API_KEY: 'any',
      PROVIDER_REPLY_TIMEOUT_MS: '5000',
    },
  });
  account = await app.createAccount();
  // The first sentence costs the stand-ins the loading of their voice.
  await synthesise('Hello.', 24_000);
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await app?.close();
  await Promise.all([realtime?.close(), hanging?.close()]);
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
  'records every stage of an answer in a call over WebRTC whose turns are found out by: %s',
  async (detection) => {
    const models = { endToEnd: { provider: 'openai' } };
    const token = await tokenFor({ greeting: 'Hello.', models, turnTaking: { detection } });
    const call = await SpokenCall.begin(app.baseUrl, token);
    expect(await speech.heardShare(await call.listen(0), 'hello')).toBe(1);
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
      'agent: Hello.',
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

it('lets a caller hear that its provider keeps it waiting, and goodbye before the call fails once, and answers the next call', async () => {
  const failure = { waiting: { afterMs: 1_000 }, goodbye: 'Sorry, good night {{call.name | my friend}}.' };
  const models = { endToEnd: { provider: 'gemini' } };
  const token = await tokenFor({ greeting: 'Hello.', models, failure });
  const peer = new WebRtcClient();
  const signaling = await SignalingClient.connect(app.baseUrl);
  try {
    const answer = await signaling.offer(await peer.createOffer(), token);
    await peer.acceptAnswer(String(answer.data?.['sdp']));
    // A provider is waited for, and two sentences are spoken before it.
    const error = await signaling.next(({ type }) => type === 'error', 0, 25_000);
    expect(error).toMatchObject({ sessionId: answer.sessionId, data: { code: 'AGENT_FAILURE' } });
    const { id, turns, events } = await until('the record is finished', () =>
      app.prisma.conversation.findFirst({
        where: { sessionId: answer.sessionId, endedAt: { not: null } },
        include: { turns: { orderBy: { position: 'asc' } }, events: true },
      }),
    );
    expect(signaling.received.filter(({ type }) => type === 'error')).toHaveLength(1);
    expect([id, ...turns.map(({ speaker, text }) => `${speaker}: ${text}`)]).toEqual([
      id,
      'agent: One moment, please.',
      'agent: Sorry, good night my friend.',
    ]);
    expect(events.map(({ kind, details }) => [kind, details])).toEqual([
      ['fault', { source: 'provider', code: 'PROVIDER_TIMEOUT' }],
    ]);
    expect(await speech.heardShare(peer.heardSince(0), 'one moment please')).toBe(1);
    const goodbye = peer.heardSince(performance.now() - 6_000);
    expect(await speech.heardShare(goodbye, 'sorry good night my friend')).toBeGreaterThanOrEqual(0.8);
  } finally {
    signaling.close();
    peer.close();
  }
  const next = await SpokenCall.begin(app.baseUrl, await tokenFor({ greeting: 'Hello.' }));
  expect(await speech.heardShare(await next.listen(0), 'hello')).toBe(1);
  next.hangUp();
});
