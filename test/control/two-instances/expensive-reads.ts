import type { TestApp } from '../../support/app.js';
import { httpClient } from '../../support/http.js';
import { publish } from '../../support/publish.js';
import { until } from '../../support/until.js';
import type { TwoInstances } from './two-instances.js';

/** The service's pool: the share of expensive reads, and how many of an account may wait. */
const POOL = 16;
const AT_ONCE = POOL / 8;
const MOST_WAITING = 32;
const PATHS = ['/v1/metrics/daily', '/v1/usage', '/v1/conversations', '/v1/conversations/export'];
/** Longer than Prisma's default transaction timeout. */
const LONG = { timeout: 30_000 };

async function waitingForLock({ prisma }: TestApp): Promise<number> {
  const rows = await prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
}

/** Reads that grow with the account's data. */
export function describeExpensiveReads(started: () => TwoInstances): void {
  it('keep connections free for publishing and health, and refuse an account with too many waiting', async () => {
    const { here } = started();
    const key = await here.createKey(await here.createAccount());
    const other = await here.createAccount();
    const agentId = await here.createAgent(other);
    const call = httpClient(here.baseUrl);
    const answers = await here.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE conversations IN ACCESS EXCLUSIVE MODE`;
      const asked = Array.from({ length: AT_ONCE + MOST_WAITING + 1 }, (_, index) =>
        call('GET', PATHS[index % PATHS.length] ?? '', { key }),
      );
      const refused = await Promise.race(asked);
      expect([refused.status, refused.body.error_message]).toEqual([
        429,
        '32 reports, lists and pages of exports of the account wait for the database. ' +
          'That is the limit (32 a process). Try again in 1 s.',
      ]);
      await publish(here, other, agentId, 'sandbox');
      expect((await call('GET', '/health/ready')).status).toBe(200);
      return asked;
    }, LONG);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array<number>(AT_ONCE + MOST_WAITING).fill(200), 429]);
  });

  it("keep connections free when one account's publishes block", async () => {
    const { here } = started();
    const [busy, other] = [await here.createAccount(), await here.createAccount()];
    const [busyAgent, agentId] = [await here.createAgent(busy), await here.createAgent(other)];
    const key = await here.createKey(busy);
    const path = `/v1/agents/${busyAgent}/deployments/publish`;
    const publishes = await here.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT id FROM agents WHERE id = ${busyAgent} FOR UPDATE`;
      const all = Array.from({ length: POOL + 4 }, () =>
        httpClient(here.baseUrl)('POST', path, { key, body: {} }),
      );
      await until('they wait for the lock', async () => (await waitingForLock(here)) >= POOL / 2);
      await publish(here, other, agentId, 'sandbox');
      expect(await waitingForLock(here)).toBe(POOL / 2);
      return all;
    }, LONG);
    const statuses = (await Promise.all(publishes)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('have a separate statement timeout and suggest a fix', async () => {
    const inside = started().here.module<typeof import('../in-service.js')>('test/control/in-service.ts');
    expect(await inside.readSetting('statement_timeout')).toBe('15s');
    expect(await inside.readTooLong()).toEqual({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database took longer than 15000 ms. Ask for a shorter time, or try again later.',
    });
  });
}
