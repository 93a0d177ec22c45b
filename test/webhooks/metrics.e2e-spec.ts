import type { PrismaService } from '../../src/common/prisma/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { FAST, FAST_OVERRIDES, webhookFixture } from './support/webhook-fixture.js';

describe('webhook and database metrics', () => {
  let service: TestApp;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver((_request, response) => response.writeHead(204).end());
    service = await createTestApp({
      env: FAST,
      overrides: { ...FAST_OVERRIDES, webhooks: { ...FAST_OVERRIDES.webhooks, maxInFlightPerEndpoint: 1 } },
    });
  });
  afterAll(async () => {
    await service?.close();
    await receiver?.close();
  });

  async function read(series: string): Promise<number> {
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    const line = metrics.split('\n').find((each) => each.startsWith(series));
    if (!line) throw new Error(`There is no ${series}.`);
    return Number(line.split(' ').at(-1));
  }

  it('name the version of Earshot', async () => {
    expect(await read('earshot_build_info{version="1.0.0"')).toBe(1);
  });

  it('count attempts by outcome and statements', async () => {
    const webhooks = webhookFixture(service);
    const account = await service.createAccount();
    await webhooks.createEndpoint(account, receiver.baseUrl);
    expect(await read('earshot_webhook_attempts_total{outcome="delivered"')).toBe(0);
    await webhooks.recordEvent(account);
    await until(
      'its delivery is counted',
      async () => (await read('earshot_webhook_attempts_total{outcome="delivered"')) === 1,
    );
    expect(await read('earshot_webhook_attempt_seconds_count')).toBe(1);
    expect(await read('earshot_database_statement_seconds_count')).toBeGreaterThan(5);
    expect(await read('earshot_database_wait_seconds_count')).toBeGreaterThan(5);
    expect(await read('earshot_database_connections{')).toBeGreaterThan(0);
    expect(await read('earshot_database_requests_waiting')).toBe(0);
  });

  it('count failed statements', async () => {
    const before = await read('earshot_database_statements_failed_total');
    const prisma = service.provider<Pick<PrismaService, '$queryRawUnsafe'>>('PrismaService');
    await expect(prisma.$queryRawUnsafe('SELECT 1 / 0')).rejects.toThrow();
    expect(await read('earshot_database_statements_failed_total')).toBe(before + 1);
  });

  it('report unclaimed due deliveries as of the previous reading', async () => {
    const held: (() => void)[] = [];
    receiver.answerWith((_request, response) => held.push(() => response.end()));
    const webhooks = webhookFixture(service);
    const account = await service.createAccount();
    await webhooks.createEndpoint(account, receiver.baseUrl, { timeoutMs: 30_000 });
    for (let i = 0; i < 2; i++) await webhooks.recordEvent(account);
    await until('one is seen', async () => held.length === 1 && (await read('earshot_webhook_due')) === 1);
    for (const release of held) release();
  });
});
