import type { AgentDocument } from '../../src/agent-document/index.js';
import { GeminiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

let hanging: GeminiStandIn;
let app: TestApp;
let account: TestAccount;
let speech: TestSpeech;

beforeAll(async () => {
  hanging = await GeminiStandIn.start({ behaviour: 'hang' });
  const env = { GEMINI_URL: hanging.url, GEMINI_API_KEY: 'any', PROVIDER_REPLY_TIMEOUT_MS: '5000' };
  app = await createTestApp({ env });
  account = await app.createAccount();
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await app?.close();
  await hanging?.close();
});

async function tokenFor(agent: Omit<AgentDocument, 'schemaVersion'>): Promise<string> {
  const agentId = await app.createAgent(account, { schemaVersion: 1, ...agent });
  await publish(app, account, agentId, 'sandbox');
  return await app.createConnector(account, agentId, 'sandbox');
}

it('plays a waiting prompt for a slow provider, says goodbye before failing once, and answers the next call', async () => {
  const failure = { waiting: { afterMs: 1_000 }, goodbye: 'Sorry, good night {{call.name | my friend}}.' };
  const models = { endToEnd: { provider: 'gemini' } };
  const token = await tokenFor({ greeting: 'Hello.', models, failure });
  const peer = new WebRtcClient();
  const signaling = await SignalingClient.connect(app.baseUrl);
  try {
    const answer = await signaling.offer(await peer.createOffer(), token);
    await peer.acceptAnswer(String(answer.data?.['sdp']));
    // A provider times out, after two spoken sentences.
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
  const greeting = 'You find us in Market Street beside the old station.';
  const starter = { provider: 'starter' };
  const local = { traditional: { stt: starter, llm: starter, tts: starter } };
  const next = await SpokenCall.begin(app.baseUrl, await tokenFor({ greeting, models: local }), {
    mode: 'traditional',
  });
  expect(await speech.heardShare(await next.listen(0), greeting)).toBeGreaterThanOrEqual(0.8);
  next.hangUp();
});
