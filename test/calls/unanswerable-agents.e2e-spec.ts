import type { AgentDocument } from '../../src/agent-document/index.js';
import type { BuiltInVoice } from '../../src/answering/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';

/** The shared service has no provider. */
let app: TestApp;
let account: TestAccount;
let call: ReturnType<typeof httpClient>;
let key: string;

beforeAll(async () => {
  app = sharedApp();
  call = httpClient(app.baseUrl);
  account = await app.createAccount();
  key = await app.createKey(account);
  // A call skips a voice that is not ready in time, and the first words load it.
  await app.provider<BuiltInVoice>('BuiltInVoice').speak('Hello.');
});
afterAll(() => app.close());

const PLACE = '/models/traditional/llm/provider';

describe.each<[string, Omit<AgentDocument, 'schemaVersion'>, string, string]>([
  [
    'names a provider that nobody configured',
    { models: { traditional: { llm: { provider: 'gpt' } } } },
    PLACE,
    'PROVIDER_NOT_CONFIGURED',
  ],
  [
    'has a prompt and no model to read it',
    { prompt: 'You take bookings.' },
    '/prompt',
    'MODEL_NOT_CONFIGURED',
  ],
])('agent that %s', (_what, settings, place, code) => {
  const document = { schemaVersion: 1, greeting: 'Hello.', failure: { goodbye: 'Good night.' }, ...settings };
  const warning = expect.objectContaining({
    path: place,
    code,
    message: expect.stringContaining('AGENT_FAILURE'),
  });

  it('is saved and published with a warning, and its calls end with a recorded reason', async () => {
    const agentId = await app.createAgent(account);
    const draft = `/v1/agents/${agentId}/draft`;
    const clean = await call('GET', draft, { key });
    expect(clean.body.warnings).toEqual([]);
    const { revision } = clean.body;
    const saved = await call('PUT', draft, { key, body: { revision, document } });
    expect([saved.status, saved.body.warnings]).toEqual([200, expect.arrayContaining([warning])]);
    const headers = { 'idempotency-key': `publish-${agentId}` };
    const request = { key, headers, body: { environment: 'sandbox' } };
    const published = await call('POST', `/v1/agents/${agentId}/deployments/publish`, request);
    const { metadata } = published.body.deployment;
    expect([published.status, metadata.warnings]).toEqual([201, saved.body.warnings]);
    // A retry gets the same answer.
    const again = await call('POST', `/v1/agents/${agentId}/deployments/publish`, request);
    expect(again.body).toEqual(published.body);

    const token = await app.createConnector(account, agentId, 'sandbox');
    const signaling = await SignalingClient.connect(app.baseUrl);
    const peer = new WebRtcClient();
    const answer = await signaling.offer(await peer.createOffer(), token, { mode: 'traditional' });
    await peer.acceptAnswer(String(answer.data?.['sdp']));
    const failure = await until('the call has failed', () =>
      signaling.received.find(({ type, sessionId }) => type === 'error' && sessionId === answer.sessionId),
    );
    expect(JSON.stringify(failure)).toContain('AGENT_FAILURE');
    const where = { sessionId: answer.sessionId };
    const record = await until('the call is on record', () =>
      app.prisma.conversation.findFirst({
        where: { ...where, endReason: 'agent-failed' },
        include: { events: true, turns: true },
      }),
    );
    signaling.close();
    peer.close();
    expect(record.events.map(({ kind, details }) => [kind, details])).toEqual([
      ['fault', { source: 'provider', code }],
    ]);
    expect(record.adapter).toBe('nobody');
    // The caller heard it.
    expect(record.turns.map(({ text }) => text)).toEqual(['Good night.']);
  });
});
