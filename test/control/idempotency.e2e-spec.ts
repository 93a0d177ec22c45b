import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';

describe('repeated requests', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;
  const publish = (idempotencyKey: string, body: object = {}) =>
    call('POST', `/v1/agents/${agentId}/deployments/publish`, {
      key,
      body,
      headers: { 'idempotency-key': idempotencyKey },
    });

  beforeAll(async () => {
    service = await createTestApp();
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    agentId = await service.createAgent(account);
  });

  it('makes 50 publishes at once a serial history with one active', async () => {
    const path = `/v1/agents/${agentId}/deployments/publish`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', path, { key, body: {} })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const rows = await service.prisma.deployment.findMany({ where: { agentId }, orderBy: { number: 'asc' } });
    expect(rows.map((row) => row.number)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    const active = await service.prisma.activeDeployment.findMany({ where: { agentId } });
    expect(active).toEqual([{ agentId, environment: 'sandbox', deploymentId: rows.at(-1)?.id, number: 50 }]);
  });

  it('makes 50 publishes at once with one Idempotency-Key one deployment and identical answers', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => publish('same-key')));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await service.prisma.deployment.count({ where: { agentId } })).toBe(1);
  });

  it('refuses the same key with another body, and leaves a failed request’s key free', async () => {
    expect((await publish('reused', { environment: 'nowhere' })).status).toBe(400);
    expect((await publish('reused', { environment: 'live' })).status).toBe(201);
    const other = await publish('reused', { environment: 'sandbox' });
    expect(other.status).toBe(409);
    expect(other.body).toEqual(envelope(other, 'IDEMPOTENCY_KEY_REUSED'));
  });

  it('takes a key again after 24 hours, and keeps the keys of accounts apart', async () => {
    const first = await publish('daily');
    await service.prisma.idempotentRequest.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    const second = await publish('daily');
    expect(second.body.deployment.id).not.toBe(first.body.deployment.id);
    const stranger = await service.createAccount();
    const foreign = await call('POST', `/v1/accounts/${stranger.accountId}/agents`, {
      key: await service.createKey(stranger),
      headers: { 'idempotency-key': 'daily' },
      body: { name: 'Mine' },
    });
    expect(foreign.status).toBe(201);
  });

  it('shows a secret again to a repetition, and refuses a key that is no header text', async () => {
    const create = () =>
      call('POST', '/v1/api-keys', {
        key,
        headers: { 'idempotency-key': 'new-key' },
        body: { name: 'k', scopes: ['agents:read'] },
      });
    const [first, again] = [await create(), await create()];
    expect(again.body).toEqual(first.body);
    const bad = await publish('with space');
    expect(bad.body).toEqual(envelope(bad, 'INVALID_IDEMPOTENCY_KEY'));
  });
});
