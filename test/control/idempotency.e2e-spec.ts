import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { startReceiver } from '../webhooks/support/receiver.js';
import { webhookFixture } from '../webhooks/support/webhook-fixture.js';

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
    service = sharedApp();
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    agentId = await service.createAgent(account);
  });

  it('serializes 50 concurrent publishes with one active', async () => {
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

  it('merges 50 concurrent publishes with one Idempotency-Key into one deployment with identical responses', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => publish('same-key')));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await service.prisma.deployment.count({ where: { agentId } })).toBe(1);
  });

  it("rejects the same key with another body and frees a failed request's key", async () => {
    expect((await publish('reused', { environment: 'nowhere' })).status).toBe(400);
    expect((await publish('reused', { environment: 'live' })).status).toBe(201);
    const other = await publish('reused', { environment: 'sandbox' });
    expect(other.status).toBe(409);
    expect(other.body).toEqual(envelope(other, 'IDEMPOTENCY_KEY_REUSED'));
  });

  it('treats a key as unused when its request died without a response', async () => {
    const where = { accountId: account.accountId, key: 'dead' };
    const fingerprint = Buffer.alloc(32);
    const expiresAt = new Date(Date.now() + 86_400_000);
    await service.prisma.idempotentRequest.create({ data: { ...where, fingerprint, expiresAt } });
    const first = await publish('dead');
    expect(first.status).toBe(201);
    expect((await publish('dead')).body).toEqual(first.body);
    expect(await service.prisma.deployment.count({ where: { agentId } })).toBe(1);
  });

  it('frees a key after 24 hours and separates accounts', async () => {
    const first = await publish('daily');
    const { accountId } = account;
    const expiresAt = new Date(Date.now() - 1);
    await service.prisma.idempotentRequest.updateMany({ where: { accountId }, data: { expiresAt } });
    const second = await publish('daily');
    expect(second.body.deployment.id).not.toBe(first.body.deployment.id);
    const stranger = await service.createAccount();
    const foreign = await call('POST', `/v1/accounts/${stranger.accountId}/agents`, {
      key: await service.createKey(stranger),
      headers: { 'idempotency-key': 'daily' },
      body: { name: 'Mine' },
    });
    expect(foreign.status).toBe(200);
  });

  it('returns the same secret on repetition and rejects a malformed key', async () => {
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

  /** Sends a request twice with one key. @returns The response, equal both times. */
  async function twice(path: string, body?: object) {
    const send = () =>
      call('POST', path, { key, body, headers: { 'idempotency-key': `twice ${path}`.replaceAll(' ', '-') } });
    const [first, again] = [await send(), await send()];
    expect([path, again.status, again.body]).toEqual([path, first.status, first.body]);
    expect([path, first.status < 300]).toEqual([path, true]);
    return first.body;
  }

  it('creates one webhook endpoint, secret and set of deliveries for a repeated request', async () => {
    const receiver = await startReceiver();
    try {
      const webhooks = webhookFixture(service);
      const endpoints = '/v1/webhook-endpoints';
      const { accountId } = account;
      const body = { name: 'Pager', url: receiver.baseUrl, event_types: ['alerts.triggered'] };
      const { id } = await twice(endpoints, body);
      expect(await service.prisma.webhookEndpoint.count({ where: { accountId } })).toBe(1);
      await twice(`${endpoints}/${id}/rotate-secret`, { overlap_hours: 1 });
      const eventId = await webhooks.recordEvent(account);
      const delivered = (count: number) =>
        webhooks.delivery(eventId, id, (row) => row.status === 'delivered' && row.attemptCount === count);
      await twice(`${endpoints}/${id}/deliveries/${(await delivered(1)).id}/redeliver`);
      await delivered(2);
      await service.prisma.webhookDelivery.updateMany({ where: { eventId }, data: { status: 'failed' } });
      expect(await twice(`${endpoints}/${id}/recover`, { since: new Date(0).toISOString() })).toEqual({
        recovered: 1,
      });
      const done = await service.prisma.auditEntry.groupBy({
        by: ['action'],
        where: { accountId, action: { startsWith: 'webhook' } },
        _count: { _all: true },
      });
      expect(done.map(({ action, _count }) => [action, _count._all]).sort()).toEqual([
        ['webhook_delivery.redeliver', 1],
        ['webhook_endpoint.create', 1],
        ['webhook_endpoint.recover', 1],
        ['webhook_endpoint.rotate_secret', 1],
      ]);
    } finally {
      await receiver.close();
    }
  });

  it('creates one alert rule, test set, case and run for a repeated request', async () => {
    const rule = { metric: 'call_crashes', operator: '>=', threshold_value: 1, window_duration: '5m' };
    await twice('/v1/alert-rules', { name: 'Crashes', ...rule });
    expect(await service.prisma.alertRule.count({ where: { accountId: account.accountId } })).toBe(1);
    const sets = `/v1/agents/${agentId}/test-sets`;
    const { testSet } = await twice(sets, { name: 'Reception' });
    expect(await service.prisma.testSet.count({ where: { agentId } })).toBe(1);
    const turns = [{ expect: [{ kind: 'contains', text: 'hello' }] }];
    await twice(`${sets}/${testSet.id}/cases`, { name: 'Greeting', turns });
    expect(await service.prisma.testCase.count({ where: { testSetId: testSet.id } })).toBe(1);
    await twice(`${sets}/${testSet.id}/runs`, { target: 'draft' });
    expect(await service.prisma.testRun.count({ where: { agentId } })).toBe(1);
  });
});
