// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { ExpensiveReads } from '../../src/quotas/index.js';
import { FileReader } from '../../src/knowledge/documents/reading/file-reader.js';
import { TestRunWorker } from '../../src/test-sets/run/test-run-worker.js';

/** Queued test cases of the account. */
export const waitingCases = (app: INestApplication, accountId: string): number =>
  app.get(TestRunWorker, { strict: false })['cases'].waitingOf(accountId);

/** The account's documents waiting to be read and being read. */
export function documents(app: INestApplication, accountId: string): { waiting: number; read: number } {
  const queue = app.get(FileReader, { strict: false })['queue'];
  return {
    waiting: queue.waitingOf(accountId),
    read: queue['accounts'].get(accountId)?.running ?? 0,
  };
}

/** A setting of an expensive read's connection. */
export async function readSetting(app: INestApplication, name: string): Promise<string | undefined> {
  const rows = await app
    .get(ExpensiveReads)
    .run(
      'acc_1',
      (client) => client.$queryRaw<{ value: string }[]>`SELECT current_setting(${name}) AS value`,
    );
  return rows[0]?.value;
}

/** The result of an expensive read that times out. */
export async function readTooLong(app: INestApplication): Promise<unknown> {
  try {
    return await app.get(ExpensiveReads).run('acc_1', async (client) => {
      await client.$executeRaw`SET LOCAL statement_timeout = '20ms'`;
      return client.$queryRaw`SELECT pg_sleep(60)::text`;
    });
  } catch (error) {
    const { status, code, message } = error as Record<string, unknown>;
    return { status, code, message };
  }
}
