import { createTestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { type ConversationsApp, startConversationsApp } from './conversations-app.js';

describe('call', () => {
  let database: TestDatabase;
  let reader: ConversationsApp | undefined;

  afterAll(async () => {
    await reader?.app.close();
    await database.drop();
  });

  it('has a complete record when the service stops during it', async () => {
    database = await createTestDatabase();
    const stopping = await createTestApp({
      databaseUrl: database.url,
      env: { MEDIA_WORKERS: '1', RECORDINGS_ENABLED: 'true', CALL_DRAIN_TIMEOUT_MS: '0' },
    });
    const account = await stopping.createAccount();
    const agentId = await stopping.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello, this is the library.',
    });
    await publish(stopping, account, agentId, 'sandbox');
    const token = await stopping.createConnector(account, agentId, 'sandbox');
    const client = new WebRtcClient();
    const signaling = await SignalingClient.connect(stopping.baseUrl);
    const answer = await signaling.offer(await client.createOffer(), token, { mode: 'traditional' });
    await client.acceptAnswer(String(answer.data?.['sdp']));
    await until('audio flows', () =>
      stopping.prisma.conversation.findFirst({ where: { connectedAt: { not: null } } }),
    );
    await stopping.close();
    client.close();

    reader = await startConversationsApp(database.url);
    expect(await reader.prisma.conversation.findMany()).toMatchObject([
      { sessionId: answer.sessionId, endReason: 'shutdown', crashed: false, endedAt: expect.any(Date) },
    ]);
    // The lease was released, so the stopped instance is not considered dead.
    expect(await reader.prisma.instance.count()).toBe(1);
  });
});
