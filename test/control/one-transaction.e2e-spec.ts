import { DatabaseError } from 'pg';
import { DatabaseUnavailableError, type PreparedStatement } from '../../src/common/prisma/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { startFaultyPostgres } from '../support/faulty-postgres.js';
import { envelope, httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const CASE = { name: 'Greeting', turns: [{ expect: [{ kind: 'contains', text: 'hello' }] }] };

describe('a publish is one transaction', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;

  beforeAll(async () => {
    service = await createTestApp({ env: { TEST_RUNS_POLL_INTERVAL_MS: '60000' } });
    call = httpClient(service.baseUrl);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account);
  });

  const publish = (headers: Record<string, string> = {}) =>
    call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, headers, body: {} });

  async function rows() {
    const { deployment, activeDeployment, agentContent, auditEntry, testRun, idempotentRequest } =
      service.prisma;
    const { accountId } = account;
    return {
      deployments: await deployment.count({ where: { agentId } }),
      active: await activeDeployment.findMany({ where: { agentId } }),
      contents: await agentContent.count({ where: { agentId } }),
      audit: await auditEntry.count({ where: { accountId, action: 'deployment.publish' } }),
      runs: await testRun.count({ where: { agentId } }),
      keys: await idempotentRequest.count({ where: { accountId } }),
    };
  }

  /** While the work runs, PostgreSQL refuses every new row of the table. */
  async function whileRefused<T>(table: string, work: () => Promise<T>): Promise<T> {
    await service.prisma.$executeRawUnsafe(
      `ALTER TABLE ${table} ADD CONSTRAINT refused CHECK (false) NOT VALID`,
    );
    try {
      return await work();
    } finally {
      await service.prisma.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT refused`);
    }
  }

  it.each([
    ['without an Idempotency-Key', {}],
    ['with one', { 'idempotency-key': 'k' }],
  ])('%s, a fault of the audit log undoes all of it and is answered 500', async (_name, headers) => {
    const before = await rows();
    const answer = await whileRefused('audit_log', () => publish(headers));
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual(envelope(answer, 'INTERNAL_ERROR'));
    expect(await rows()).toEqual(before);
    expect((await publish(headers)).status).toBe(201);
  });

  it.each([
    ['without an Idempotency-Key', {}],
    ['with one', { 'idempotency-key': 'k' }],
  ])('%s, test runs that cannot be started undo the deployment, too', async (_name, headers) => {
    const path = `/v1/agents/${agentId}/test-sets`;
    expect((await call('POST', path, { key, body: { name: 'Reception', cases: [CASE] } })).status).toBe(201);
    const before = await rows();
    const answer = await whileRefused('test_runs', () => publish(headers));
    expect(answer.status).toBe(500);
    expect(await rows()).toEqual(before);
    const again = await publish(headers);
    expect([again.status, again.body.testRunIds.length]).toEqual([201, 1]);
    expect(await rows()).toMatchObject({ deployments: 1, runs: 1, audit: 1, active: [{ number: 1 }] });
  });

  it('keeps the history serial when agents with and without test sets are published at once', async () => {
    const answers = [];
    for (let i = 0; i < 10; i++) {
      answers.push(publish());
      if (i === 4) {
        answers.push(
          call('POST', `/v1/agents/${agentId}/test-sets`, { key, body: { name: 'Late', cases: [CASE] } }),
        );
      }
    }
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([201]));
    const last = await publish();
    expect(last.body.testRunIds).toHaveLength(1);
    const history = await service.prisma.deployment.findMany({
      where: { agentId },
      orderBy: { number: 'asc' },
    });
    expect(history.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, i) => i + 1));
    expect((await rows()).active).toMatchObject([{ deploymentId: last.body.deployment.id, number: 11 }]);
  });

  it('is answered 503 when its connection is cut, and leaves nothing behind', async () => {
    await publish();
    const before = await rows();
    await service.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT 1 FROM active_deployments WHERE agent_id = ${agentId} FOR UPDATE`;
      const waiting = publish();
      await until('the publish waits for the pointer and its connection is cut', async () => {
        // Outside of the transaction, which would see the same activity each time.
        const cut = await service.prisma.$queryRaw<unknown[]>`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%active_deployments%'`;
        return cut.length === 1;
      });
      const answer = await waiting;
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual(envelope(answer, 'SERVICE_UNAVAILABLE'));
    });
    expect(await rows()).toEqual(before);
    expect((await publish()).status).toBe(201);
  });
});

describe('a statement past the ORM', () => {
  const NOW: PreparedStatement = { name: 'now', text: 'SELECT $1::int + 1 AS next', values: [1] };

  it('tells its own faults from those of the database', async () => {
    const service = await createTestApp();
    try {
      expect(await service.prisma.runAlone(NOW)).toEqual([{ next: 2 }]);
      const wrong = service.prisma.runAlone({ name: 'zero', text: 'SELECT 1 / $1::int', values: [0] });
      await expect(wrong).rejects.toBeInstanceOf(DatabaseError);
      const cut = service.prisma.runAlone({
        name: 'cut',
        text: 'SELECT pg_terminate_backend(pg_backend_pid())',
        values: [],
      });
      await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailableError);
      expect(await service.prisma.runAlone(NOW)).toEqual([{ next: 2 }]);
    } finally {
      await service.close();
    }
  });

  it('is given up within 3 s while the database is frozen, and works when it is back', async () => {
    const postgres = await startFaultyPostgres();
    const service = await createTestApp({
      databaseUrl: postgres.url,
      // The service's own timeouts, not those that other suites are given.
      env: { DATABASE_CONNECT_TIMEOUT_MS: '', DATABASE_QUERY_TIMEOUT_MS: '' },
    });
    try {
      await service.prisma.runAlone(NOW);
      postgres.freeze();
      const beganMs = performance.now();
      await expect(service.prisma.runAlone(NOW)).rejects.toBeInstanceOf(DatabaseUnavailableError);
      expect(performance.now() - beganMs).toBeLessThan(3_000);
      postgres.thaw();
      await until('the database answers again', () =>
        service.prisma.runAlone(NOW).then(
          () => true,
          () => false,
        ),
      );
    } finally {
      postgres.thaw();
      await service.close();
      await postgres.stop();
    }
  });
});
