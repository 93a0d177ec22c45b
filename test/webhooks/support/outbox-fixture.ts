import pg from 'pg';
import type { Overrides } from '../../../src/common/config/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';
import { type DeliveryProcess, startDeliveryProcess } from './delivery-processes.js';
import { type WebhookFixture, webhookFixture } from './webhook-fixture.js';

const SETTINGS = {
  INSTANCE_SECRET: 'the-same-secret-for-all-processes-of-a-test',
  ALLOW_PRIVATE_NETWORKS: 'webhooks',
};
const CONSTANTS = {
  pollIntervalMs: 50,
  leaseMarginMs: 500,
  retryDelaysSeconds: [0, 0, 0, 0, 0, 0, 0, 0],
};

/** A service that only records events, and separate delivering processes. */
export interface OutboxFixture {
  readonly service: TestApp;
  readonly account: TestAccount;
  readonly webhooks: WebhookFixture;
  startProcess(constants?: Overrides['webhooks']): Promise<DeliveryProcess>;
  /** Runs the work while a lock is held, and then disconnects every process that waited for it. */
  whileHolding(lock: string, work: (untilBlocked: () => Promise<void>) => Promise<void>): Promise<void>;
  /** Waits until nothing is pending. */
  drained(timeoutMs: number): Promise<void>;
  /** Stops the processes and removes all endpoints for the next test. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function createOutboxFixture(): Promise<OutboxFixture> {
  const service = await createTestApp({
    env: { ...SETTINGS, WEBHOOK_DELIVERY_ENABLED: 'false' },
    overrides: { webhooks: CONSTANTS },
  });
  const account = await service.createAccount();
  const processes: DeliveryProcess[] = [];
  const killAll = async () => {
    await Promise.all(processes.splice(0).map((started) => started.kill()));
  };
  return {
    service,
    account,
    webhooks: webhookFixture(service),
    async startProcess(constants = {}) {
      const { databaseUrl, dataDir } = service;
      const started = await startDeliveryProcess(
        { ...SETTINGS, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
        { webhooks: { ...CONSTANTS, ...constants } },
      );
      processes.push(started);
      return started;
    },
    async whileHolding(lock, work) {
      const holder = new pg.Client({ connectionString: service.databaseUrl });
      await holder.connect();
      try {
        await holder.query('BEGIN');
        await holder.query(lock);
        await work(async () => {
          await until('somebody waits for the lock', () => isAnyoneBlocked(service));
        });
        // PostgreSQL would execute a dead process's statement once the lock is released.
        await service.prisma.$queryRaw`
          SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await until('nobody waits any more', async () => !(await isAnyoneBlocked(service)));
        await holder.query('ROLLBACK');
      } finally {
        await holder.end();
      }
    },
    async drained(timeoutMs) {
      const isDrained = async () =>
        (await service.prisma.webhookDelivery.count({ where: { status: 'pending' } })) === 0;
      await until('everything is delivered', isDrained, timeoutMs);
    },
    async reset() {
      await killAll();
      await service.prisma.webhookEndpoint.deleteMany();
    },
    async close() {
      await killAll();
      await service.close();
    },
  };
}

/** Uses the service's own connections: within a transaction the answer would never change. */
async function isAnyoneBlocked({ prisma }: TestApp): Promise<boolean> {
  const waiting = await prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}
