import { randomInt } from 'node:crypto';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const CASE = { name: 'Greeting', turns: [{ expect: [{ kind: 'contains', text: 'hello' }] }] };

describe('publishing is one transaction', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;

  beforeAll(async () => {
    service = sharedApp();
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
    const { deployment, activeDeployment, agentVersion, auditEntry, testRun, idempotentRequest } =
      service.prisma;
    const { accountId } = account;
    return {
      deployments: await deployment.count({ where: { agentId } }),
      active: await activeDeployment.findMany({ where: { agentId } }),
      versions: await agentVersion.count({ where: { agentId } }),
      audit: await auditEntry.count({ where: { accountId, action: 'deployment.publish' } }),
      runs: await testRun.count({ where: { agentId } }),
      keys: await idempotentRequest.count({ where: { accountId } }),
    };
  }

  /** PostgreSQL rejects the agent's new rows in the table while the work runs. */
  async function whileRefused<T>(table: string, work: () => Promise<T>): Promise<T> {
    const name = `refused_${randomInt(2 ** 32)}`;
    await service.prisma.$executeRawUnsafe(
      `ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (agent_id <> '${agentId}') NOT VALID`,
    );
    try {
      return await work();
    } finally {
      await service.prisma.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    }
  }

  it.each([
    ['without an Idempotency-Key', {}],
    ['with one', { 'idempotency-key': 'k' }],
  ])('%s, rolls back and answers 500 when the audit log fails', async (_name, headers) => {
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
  ])('%s, rolls back the deployment when test runs cannot start', async (_name, headers) => {
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

  it('keeps a serial history when agents with and without test sets publish together', async () => {
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

  it('answers 503 and leaves nothing behind when its connection is cut', async () => {
    await publish();
    const before = await rows();
    await service.prisma.$transaction(async (transaction) => {
      const [locked] = await transaction.$queryRaw<{ pid: number }[]>`
        SELECT pg_backend_pid() AS pid FROM active_deployments WHERE agent_id = ${agentId} FOR UPDATE`;
      const waiting = publish();
      await until('the publish waits for the pointer and its connection is cut', async () => {
        // Outside the transaction, which would see a constant snapshot.
        const cut = await service.prisma.$queryRaw<unknown[]>`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE ${locked?.pid} = ANY (pg_blocking_pids(pid)) AND datname = current_database()`;
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
