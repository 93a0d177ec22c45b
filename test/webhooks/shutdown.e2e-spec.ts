import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { FAST, webhookFixture } from './support/webhook-fixture.js';

describe('webhook delivery when the service stops', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let held: (() => void)[];

  beforeEach(async () => {
    held = [];
    database = await createTestDatabase();
    receiver = await startReceiver((_request, response) => held.push(() => response.end()));
  });
  afterEach(async () => {
    await receiver.close();
    await database.drop();
  });

  async function startWith(drainMs: string): Promise<{ service: TestApp; eventId: string }> {
    const env = { ...FAST, INSTANCE_SECRET: 'x'.repeat(32), WEBHOOK_DRAIN_MS: drainMs };
    const service = await createTestApp({ databaseUrl: database.url, env });
    const webhooks = webhookFixture(service);
    const account = await service.createAccount();
    await webhooks.createEndpoint(account, receiver.baseUrl, { timeoutMs: 30_000 });
    const eventId = await webhooks.recordEvent(account);
    await until('the request is under way', () => held.length === 1);
    return { service, eventId };
  }

  async function restart(): Promise<TestApp> {
    return createTestApp({ databaseUrl: database.url, env: { ...FAST, INSTANCE_SECRET: 'x'.repeat(32) } });
  }

  it('lets a request under way finish, and does not make it again after a restart', async () => {
    const { service, eventId } = await startWith('10000');
    const closed = service.close();
    for (const release of held) release();
    await closed;
    const again = await restart();
    const row = await again.prisma.webhookDelivery.findFirstOrThrow({ where: { eventId } });
    await again.close();
    expect(row).toMatchObject({ status: 'delivered', attemptCount: 1 });
    expect(receiver.of(eventId)).toHaveLength(1);
  });

  it('gives back at once what did not finish in time, without counting an attempt', async () => {
    const { service, eventId } = await startWith('200');
    const startedMs = performance.now();
    await service.close();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    receiver.answerWith((_request, response) => void response.end());
    const again = await restart();
    try {
      await until('it is delivered', async () => {
        const row = await again.prisma.webhookDelivery.findFirstOrThrow({ where: { eventId } });
        return row.status === 'delivered' && row.attemptCount === 1;
      });
    } finally {
      await again.close();
    }
  });
});
