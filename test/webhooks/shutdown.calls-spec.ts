import pg from 'pg';
import { isDeepStrictEqual } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { FAST, FAST_OVERRIDES, webhookFixture } from './support/webhook-fixture.js';

/** A busy machine starts services slowly. */
const TIMEOUT_MS = 120_000;
const SETTINGS = { ...FAST, INSTANCE_SECRET: 'x'.repeat(32) };

describe('webhook delivery on shutdown', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  const held: (() => void)[] = [];
  let finished: string;
  let givenBack: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    receiver = await startReceiver((_request, response) => held.push(() => response.end()));
  });
  afterAll(async () => {
    await receiver?.close();
    await database?.drop();
  });

  const start = (drainMs: number): Promise<TestApp> =>
    createTestApp({
      databaseUrl: database.url,
      env: SETTINGS,
      overrides: { ...FAST_OVERRIDES, webhooks: { ...FAST_OVERRIDES.webhooks, drainMs } },
    });

  /** An event with an unanswered request in flight. */
  async function underWay(service: TestApp): Promise<string> {
    const webhooks = webhookFixture(service);
    const account = await service.createAccount();
    await webhooks.createEndpoint(account, receiver.baseUrl, { timeoutMs: 30_000 });
    const eventId = await webhooks.recordEvent(account);
    await until('the request is under way', () => receiver.of(eventId).length === 1);
    return eventId;
  }

  async function rowOf(eventId: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const columns = 'status, attempt_count AS attempts, leased_until AS leased';
      const { rows } = await client.query(`SELECT ${columns} FROM webhook_deliveries WHERE event_id = $1`, [
        eventId,
      ]);
      return rows[0];
    } finally {
      await client.end();
    }
  }

  it(
    'lets an active request finish',
    async () => {
      const service = await start(30_000);
      finished = await underWay(service);
      const closed = service.close();
      for (const release of held.splice(0)) release();
      await closed;
      expect(await rowOf(finished)).toEqual({ status: 'delivered', attempts: 1, leased: null });
    },
    TIMEOUT_MS,
  );

  it(
    'returns an unfinished one without counting an attempt',
    async () => {
      const service = await start(200);
      givenBack = await underWay(service);
      await service.close();
      expect(await rowOf(givenBack)).toEqual({ status: 'pending', attempts: 0, leased: null });
    },
    TIMEOUT_MS,
  );

  it(
    'redelivers returned events after a restart, but not finished ones',
    async () => {
      receiver.answerWith((_request, response) => void response.end());
      const service = await start(200);
      try {
        const delivered = { status: 'delivered', attempts: 1, leased: null };
        await until('it is delivered', async () => isDeepStrictEqual(await rowOf(givenBack), delivered));
      } finally {
        await service.close();
      }
      expect([finished, givenBack].map((id) => receiver.of(id).length)).toEqual([1, 2]);
    },
    TIMEOUT_MS,
  );
});
