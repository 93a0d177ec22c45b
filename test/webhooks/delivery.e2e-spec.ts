import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver, status } from './support/receiver.js';
import {
  isSomebodyBlockedBy,
  pidOf,
  type WebhookFixture,
  webhookFixture,
} from './support/webhook-fixture.js';

describe('webhook delivery', () => {
  let service: TestApp;
  let receiver: Receiver;
  let account: TestAccount;
  let webhooks: WebhookFixture;

  beforeAll(async () => {
    service = sharedApp();
    webhooks = webhookFixture(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    receiver = await startReceiver();
    account = await service.createAccount();
  });
  afterEach(() => receiver.close());

  const hook = (path = '/hook') => `${receiver.baseUrl}${path}`;
  const received = (eventId: string, count = 1) =>
    until(`${count} request(s) for the event came`, () => receiver.of(eventId).length >= count);
  const attemptsOf = (deliveryId: string) =>
    service.prisma.webhookAttempt.findMany({ where: { deliveryId }, orderBy: { number: 'asc' } });

  it("sends the event, signed in both styles, with the account's own headers", async () => {
    const endpoint = await webhooks.createEndpoint(account, hook(), { headers: { 'X-Team': 'voice' } });
    const eventId = await webhooks.recordEvent(account);
    await received(eventId);
    const [request] = receiver.of(eventId);
    const headers = request?.headers ?? {};
    const body = request?.body ?? '';
    expect(JSON.parse(body)).toEqual({
      id: eventId,
      type: 'alerts.triggered',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { name: 'Zürich ☎' },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-team': 'voice',
      'x-service-event-id': eventId,
      'webhook-id': eventId,
    });
    expect(new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)).toBeTruthy();
    const mac = createHmac('sha256', endpoint.secret).update(
      `${String(headers['x-service-timestamp'])}.${body}`,
    );
    expect(headers['x-service-signature']).toBe(mac.digest('hex'));
    expect(await webhooks.delivery(eventId, endpoint.id)).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      nextAttemptAt: null,
    });
  });

  it('sends nothing from a rolled-back transaction', async () => {
    await webhooks.createEndpoint(account, hook());
    const { rollBack } = service.module<typeof import('./support/rolled-back.js')>(
      'test/webhooks/support/rolled-back.ts',
    );
    const lost = await rollBack({ accountId: account.accountId, type: 'alerts.triggered', data: {} });
    const kept = await webhooks.recordEvent(account);
    await received(kept);
    expect(receiver.of(lost)).toEqual([]);
  });

  it("reaches only the account's enabled and subscribed endpoints", async () => {
    await webhooks.createEndpoint(account, hook('/yes'));
    await webhooks.createEndpoint(account, hook('/disabled'), { enabled: false });
    await webhooks.createEndpoint(account, hook('/other-type'), { eventTypes: ['alerts.resolved'] });
    await webhooks.createEndpoint(await service.createAccount(), hook('/stranger'));
    const eventId = await webhooks.recordEvent(account);
    await received(eventId);
    expect(await service.prisma.webhookDelivery.count({ where: { eventId } })).toBe(1);
    expect(receiver.of(eventId).map(({ path }) => path)).toEqual(['/yes']);
  });

  it('is recorded for the others when an endpoint is deleted concurrently', async () => {
    const deleted = await webhooks.createEndpoint(account, hook('/deleted'));
    await webhooks.createEndpoint(account, hook('/kept'));
    let recording = Promise.resolve('');
    await service.prisma.$transaction(async (transaction) => {
      await transaction.webhookEndpoint.delete({ where: { id: deleted.id } });
      const pid = await pidOf(transaction);
      recording = webhooks.recordEvent(account);
      await until('the event waits for the deletion', () => isSomebodyBlockedBy(pid, service));
    });
    const eventId = await recording;
    await received(eventId);
    expect(receiver.of(eventId).map(({ path }) => path)).toEqual(['/kept']);
  });

  it.each([408, 429, 500, 503])('is retried after a %i with the same id and body', async (code) => {
    receiver.answerWith((request, response) =>
      status(receiver.of(String(request.headers['webhook-id'])).length < 3 ? code : 204)(request, response),
    );
    const endpoint = await webhooks.createEndpoint(account, hook());
    const eventId = await webhooks.recordEvent(account);
    const delivery = await webhooks.delivery(eventId, endpoint.id);
    expect(delivery).toMatchObject({ status: 'delivered', attemptCount: 3 });
    expect(new Set(receiver.of(eventId).map(({ body }) => body)).size).toBe(1);
    expect((await attemptsOf(delivery.id)).map(({ number, statusCode }) => [number, statusCode])).toEqual([
      [1, code],
      [2, code],
      [3, 204],
    ]);
  });

  it.each([301, 302, 307, 400, 401, 404, 422])('is not retried after a %i', async (code) => {
    receiver.answerWith(status(code, { location: `${receiver.baseUrl}/elsewhere` }));
    const endpoint = await webhooks.createEndpoint(account, hook());
    const eventId = await webhooks.recordEvent(account);
    expect(await webhooks.delivery(eventId, endpoint.id)).toMatchObject({
      status: 'failed',
      attemptCount: 1,
    });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('honours Retry-After of a 429', async () => {
    receiver.answerWith(status(429, { 'retry-after': '600' }));
    const endpoint = await webhooks.createEndpoint(account, hook());
    const eventId = await webhooks.recordEvent(account);
    const { nextAttemptAt } = await webhooks.delivery(
      eventId,
      endpoint.id,
      ({ attemptCount, leasedUntil }) => attemptCount === 1 && leasedUntil === null,
    );
    expect((nextAttemptAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(590_000);
  });

  it('is retried after a network error and fails at the end of the schedule', async () => {
    const port = new URL(receiver.baseUrl).port;
    await receiver.close();
    const endpoint = await webhooks.createEndpoint(account, `http://127.0.0.1:${port}/`);
    const eventId = await webhooks.recordEvent(account);
    const waiting = await webhooks.delivery(eventId, endpoint.id, (delivery) => delivery.attemptCount === 3);
    expect(waiting.status).toBe('pending');
    expect((await attemptsOf(waiting.id)).map(({ errorCode }) => errorCode)).toEqual(
      Array.from({ length: 3 }, () => 'ECONNREFUSED'),
    );
    await service.prisma.webhookDelivery.update({
      where: { id: waiting.id },
      data: { nextAttemptAt: new Date() },
    });
    expect(await webhooks.delivery(eventId, endpoint.id)).toMatchObject({
      status: 'failed',
      attemptCount: 4,
    });
  });

  it('disables an endpoint that answers 410, audited, and holds its pending deliveries', async () => {
    receiver.answerWith((request, response) =>
      status(receiver.requests.length === 1 ? 410 : 200)(request, response),
    );
    const endpoint = await webhooks.createEndpoint(account, hook());
    const eventId = await webhooks.recordEvent(account);
    expect(await webhooks.delivery(eventId, endpoint.id)).toMatchObject({
      status: 'failed',
      attemptCount: 1,
    });
    const disabled = await until('the endpoint is disabled', () =>
      service.prisma.webhookEndpoint.findFirst({ where: { id: endpoint.id, enabled: false } }),
    );
    expect(disabled).toMatchObject({ disabledReason: 'gone', disabledAt: expect.any(Date) });
    const record = await service.prisma.auditEntry.findFirst({
      where: { resourceId: endpoint.id, action: 'webhook_endpoint.disable' },
    });
    expect(record).toMatchObject({ actorEmail: 'system', details: { reason: 'gone' } });
  });

  it('disables an endpoint that has failed too long, and resets failures of one that recovers', async () => {
    const long = new Date(Date.now() - 121 * 3_600_000);
    receiver.answerWith((request, response) =>
      status(request.path === '/bad' ? 500 : 200)(request, response),
    );
    const [bad, good] = [
      await webhooks.createEndpoint(account, hook('/bad')),
      await webhooks.createEndpoint(account, hook('/good')),
    ];
    await service.prisma.webhookEndpoint.updateMany({
      where: { id: { in: [bad.id, good.id] } },
      data: { failingSince: long },
    });
    await webhooks.recordEvent(account);
    const find = (id: string) => service.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    await until('the bad one is disabled', async () => !(await find(bad.id)).enabled);
    expect(await find(bad.id)).toMatchObject({ disabledReason: 'failing' });
    await until('the good one is well', async () => (await find(good.id)).failingSince === null);
    expect(await find(good.id)).toMatchObject({ enabled: true });
  });

  it('waits while its endpoint is disabled and resumes when it is enabled', async () => {
    receiver.answerWith(status(500));
    const endpoint = await webhooks.createEndpoint(account, hook());
    const eventId = await webhooks.recordEvent(account);
    const delivery = await webhooks.delivery(eventId, endpoint.id, (row) => row.attemptCount === 3);
    const set = (enabled: boolean) =>
      service.prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { enabled } });
    await set(false);
    receiver.answerWith(status(200));
    await service.prisma.webhookDelivery.update({
      where: { id: delivery.id },
      data: { nextAttemptAt: new Date() },
    });
    const other = await webhooks.createEndpoint(account, hook('/other'));
    await webhooks.delivery(await webhooks.recordEvent(account), other.id);
    expect(receiver.of(eventId)).toHaveLength(3);
    await set(true);
    expect(await webhooks.delivery(eventId, endpoint.id)).toMatchObject({ status: 'delivered' });
  });
});
