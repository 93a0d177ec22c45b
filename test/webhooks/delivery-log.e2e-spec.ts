import { Webhook } from 'standardwebhooks';
import type { LogPruner } from '../../src/webhooks/log/log-pruner.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient, type HttpRequest } from '../support/http.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver, status } from './support/receiver.js';
import { type WebhookFixture, webhookFixture } from './support/webhook-fixture.js';

/** Exceeds the stored part of an answer. */
const LONG_ANSWER = 'try again later, '.repeat(1_000);

describe('delivery log', () => {
  let service: TestApp;
  let receiver: Receiver;
  let account: TestAccount;
  let key: string;
  let webhooks: WebhookFixture;
  let call: (method: string, path: string, request?: HttpRequest) => Promise<HttpAnswer>;

  beforeAll(async () => {
    service = sharedApp();
    webhooks = webhookFixture(service);
    call = httpClient(service.baseUrl);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    receiver = await startReceiver();
    account = await service.createAccount();
    key = await service.createKey(account);
  });
  afterEach(() => receiver.close());

  const path = (endpointId: string, rest = '') => `/v1/webhook-endpoints/${endpointId}${rest}`;

  it('shows each delivery and attempt with status, latency and an excerpt of the response', async () => {
    receiver.answerWith((_request, response) => {
      const isFirst = receiver.requests.length === 1;
      response.writeHead(isFirst ? 503 : 200).end(isFirst ? LONG_ANSWER : 'thanks');
    });
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl);
    const eventId = await webhooks.recordEvent(account);
    const { id } = await webhooks.delivery(eventId, endpoint.id);
    const { body } = await call('GET', path(endpoint.id, `/deliveries/${id}`), { key });
    const attempt = (number: number, rest: object) => ({
      number,
      started_at: expect.any(String),
      duration_ms: expect.any(Number),
      error_code: null,
      ...rest,
    });
    const second = attempt(2, { outcome: 'delivered', status_code: 200, response_excerpt: 'thanks' });
    const delivery = {
      id,
      event_id: eventId,
      event_type: 'alerts.triggered',
      status: 'delivered',
      attempt_count: 2,
      next_attempt_at: null,
      last_attempt: second,
      created_at: expect.any(String),
      finished_at: expect.any(String),
    };
    const first = attempt(1, {
      outcome: 'retryable',
      status_code: 503,
      response_excerpt: LONG_ANSWER.slice(0, 4_096),
    });
    expect(body).toEqual({ ...delivery, attempts: [first, second] });
    const list = await call('GET', path(endpoint.id, '/deliveries'), { key });
    expect(list.body).toEqual({ data: [delivery] });
  });

  it('is paginated newest first, and filtered', async () => {
    receiver.answerWith((request, response) =>
      status(request.body.includes('alerts.resolved') ? 400 : 200)(request, response),
    );
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl, {
      eventTypes: ['alerts.triggered', 'alerts.resolved'],
    });
    const eventIds: string[] = [];
    for (let i = 0; i < 5; i++) eventIds.unshift(await webhooks.recordEvent(account));
    const failed = await webhooks.recordEvent(account, 'alerts.resolved');
    for (const eventId of [...eventIds, failed]) await webhooks.delivery(eventId, endpoint.id);
    const read = async (query: string) => {
      const { body } = await call('GET', path(endpoint.id, `/deliveries${query}`), { key });
      const ids = body.data.map((delivery: { event_id: string }) => delivery.event_id);
      return { ids, cursor: body.next_cursor };
    };
    expect((await read('?status=failed')).ids).toEqual([failed]);
    expect((await read('?event_type=alerts.resolved')).ids).toEqual([failed]);
    expect((await read('?status=delivered')).ids).toEqual(eventIds);
    const pages: string[] = [];
    for (let cursor = ''; cursor !== undefined;) {
      const page = await read(`?limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push(...page.ids);
      cursor = page.cursor;
    }
    expect(pages).toEqual([failed, ...eventIds]);
    for (const bad of ['?status=lost', '?limit=101', '?cursor=AAAA', '?x=1']) {
      expect(await call('GET', path(endpoint.id, `/deliveries${bad}`), { key })).toMatchObject({
        status: 400,
      });
    }
  });

  it('is private: another account gets 404 for everything', async () => {
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl);
    const { id } = await webhooks.delivery(await webhooks.recordEvent(account), endpoint.id);
    const stranger = await service.createKey(await service.createAccount());
    const since = { since: '2026-01-01T00:00:00Z' };
    for (const [method, rest, body] of [
      ['GET', '/deliveries', undefined],
      ['GET', `/deliveries/${id}`, undefined],
      ['POST', `/deliveries/${id}/redeliver`, undefined],
      ['POST', '/recover', since],
      ['POST', '/test', undefined],
      ['GET', '/health', undefined],
    ] as const) {
      expect(await call(method, path(endpoint.id, rest), { key: stranger, body })).toMatchObject({
        status: 404,
      });
    }
    expect(receiver.requests).toHaveLength(1);
  });

  it('redelivers on request with the id the receiver knows', async () => {
    receiver.answerWith(status(400));
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl);
    const eventId = await webhooks.recordEvent(account);
    const { id } = await webhooks.delivery(eventId, endpoint.id);
    receiver.answerWith(status(200));
    const answer = await call('POST', path(endpoint.id, `/deliveries/${id}/redeliver`), { key });
    expect(answer).toMatchObject({ status: 202, body: { id, event_id: eventId } });
    expect(await webhooks.delivery(eventId, endpoint.id)).toMatchObject({
      status: 'delivered',
      attemptCount: 2,
    });
    expect(receiver.of(eventId)).toHaveLength(2);
  });

  it('does not restart a delivery in progress', async () => {
    const held: (() => void)[] = [];
    receiver.answerWith((_request, response) => held.push(() => response.end()));
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl, { timeoutMs: 30_000 });
    const eventId = await webhooks.recordEvent(account);
    await until('it is being sent', () => held.length === 1);
    const { id } = await webhooks.delivery(eventId, endpoint.id, () => true);
    const answer = await call('POST', path(endpoint.id, `/deliveries/${id}/redeliver`), { key });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual(envelope(answer, 'WEBHOOK_DELIVERY_IN_PROGRESS'));
    for (const release of held) release();
    await webhooks.delivery(eventId, endpoint.id);
    expect(receiver.of(eventId)).toHaveLength(1);
  });

  it('recovers failed and missed deliveries since a time, and no delivered ones', async () => {
    receiver.answerWith(status(400));
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl);
    const early = await webhooks.recordEvent(account);
    await webhooks.delivery(early, endpoint.id);
    await service.prisma.webhookDelivery.updateMany({
      where: { eventId: early },
      data: { createdAt: new Date('2026-01-01') },
    });
    const failed = await webhooks.recordEvent(account);
    await webhooks.delivery(failed, endpoint.id);
    receiver.answerWith(status(200));
    const arrived = await webhooks.recordEvent(account);
    await webhooks.delivery(arrived, endpoint.id);
    await call('PATCH', path(endpoint.id), { key, body: { enabled: false } });
    const missed = await webhooks.recordEvent(account);
    const unsubscribed = await webhooks.recordEvent(account, 'alerts.resolved');
    await call('PATCH', path(endpoint.id), { key, body: { enabled: true } });
    const since = new Date(Date.now() - 60_000).toISOString();
    const answer = await call('POST', path(endpoint.id, '/recover'), { key, body: { since } });
    expect(answer).toMatchObject({ status: 202, body: { recovered: 2 } });
    for (const eventId of [failed, missed]) {
      expect(await webhooks.delivery(eventId, endpoint.id)).toMatchObject({ status: 'delivered' });
    }
    const counts = [early, failed, arrived, missed, unsubscribed].map((id) => receiver.of(id).length);
    expect(counts).toEqual([1, 2, 1, 1, 0]);
    for (const bad of [undefined, 'yesterday', '2026-01-01T10', 5, null]) {
      const refused = await call('POST', path(endpoint.id, '/recover'), { key, body: { since: bad } });
      expect(refused.status).toBe(400);
    }
  });

  it.each([
    ['recover', 'WEBHOOK_ENDPOINT_NOT_FOUND'],
    ['deliver again', 'WEBHOOK_DELIVERY_NOT_FOUND'],
  ])('finds nothing to %s of an endpoint being deleted', async (what, code) => {
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl);
    const { id } = await webhooks.delivery(await webhooks.recordEvent(account), endpoint.id);
    const since = new Date(Date.now() - 60_000).toISOString();
    const [rest, body] = what === 'recover' ? ['/recover', { since }] : [`/deliveries/${id}/redeliver`];
    const refused = await webhooks.duringDeletion(endpoint.id, () =>
      call('POST', path(endpoint.id, rest), { key, body }),
    );
    expect(refused.status).toBe(404);
    expect(refused.body).toEqual(envelope(refused, code));
  });

  it('redelivers or finds nothing when the endpoint is deleted concurrently', async () => {
    const endpoints = await Promise.all(
      Array.from({ length: 30 }, () => webhooks.createEndpoint(account, receiver.baseUrl)),
    );
    const eventId = await webhooks.recordEvent(account);
    const deliveries = await Promise.all(endpoints.map(({ id }) => webhooks.delivery(eventId, id)));
    const answers = await Promise.all(
      deliveries.flatMap(({ id, endpointId }) => [
        call('DELETE', path(endpointId), { key }),
        call('POST', path(endpointId, `/deliveries/${id}/redeliver`), { key }),
      ]),
    );
    const codes = answers.map(({ status: code }) => code);
    expect(codes.filter((_, i) => i % 2 === 0)).toEqual(endpoints.map(() => 204));
    for (const code of codes.filter((_, i) => i % 2 === 1)) expect([202, 404]).toContain(code);
  });

  it("reports an endpoint's health", async () => {
    receiver.answerWith(status(410));
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl);
    await webhooks.recordEvent(account);
    const gone = await until('it is disabled', async () => {
      const { body } = await call('GET', path(endpoint.id, '/health'), { key });
      return body.disabled_reason !== null && body;
    });
    expect(gone).toEqual({
      enabled: false,
      failing_since: expect.any(String),
      disabled_reason: 'gone',
      disabled_at: expect.any(String),
      deliveries: { pending: 0, delivered: 0, failed: 1 },
    });
    await call('PATCH', path(endpoint.id), { key, body: { enabled: true } });
    const { body } = await call('GET', path(endpoint.id, '/health'), { key });
    expect(body).toMatchObject({
      enabled: true,
      failing_since: null,
      disabled_reason: null,
      disabled_at: null,
    });
  });

  it('omits test deliveries, which are signed, have their own type and return the result at once', async () => {
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl, { enabled: false });
    const ok = await call('POST', path(endpoint.id, '/test'), { key });
    expect(ok).toMatchObject({ status: 200, body: { delivered: true, status_code: 200, error_code: null } });
    const [request] = receiver.requests;
    const verified = new Webhook(endpoint.secret).verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({ id: ok.body.event_id, type: 'webhook.test' });
    receiver.answerWith(status(500));
    const failed = await call('POST', path(endpoint.id, '/test'), { key });
    expect(failed.body).toMatchObject({ delivered: false, status_code: 500 });
    expect((await call('GET', path(endpoint.id, '/deliveries'), { key })).body).toEqual({ data: [] });
  });

  it('signs with both secrets during the overlap, and not with the old one afterwards', async () => {
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl);
    const rotated = await call('POST', path(endpoint.id, '/rotate-secret'), {
      key,
      body: { overlap_hours: 1 },
    });
    const verifies = (secret: string) => {
      const request = receiver.requests.at(-1);
      try {
        return !!new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
      } catch {
        return false;
      }
    };
    await call('POST', path(endpoint.id, '/test'), { key });
    expect([verifies(endpoint.secret), verifies(rotated.body.signing_secret)]).toEqual([true, true]);
    await service.prisma.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { previousSecretUntil: new Date() },
    });
    await call('POST', path(endpoint.id, '/test'), { key });
    expect([verifies(endpoint.secret), verifies(rotated.body.signing_secret)]).toEqual([false, true]);
    const last = await call('POST', path(endpoint.id, '/rotate-secret'), { key });
    await call('POST', path(endpoint.id, '/test'), { key });
    const secrets = [rotated.body.signing_secret, last.body.signing_secret];
    expect(secrets.map(verifies)).toEqual([false, true]);
  });

  it('deletes entries past the retention time, except pending ones', async () => {
    receiver.answerWith(status(429, { 'retry-after': '3600' }));
    const endpoint = await webhooks.createEndpoint(account, receiver.baseUrl);
    const waiting = await webhooks.recordEvent(account);
    await webhooks.delivery(waiting, endpoint.id, (delivery) => delivery.attemptCount === 1);
    receiver.answerWith(status(200));
    const [old, recent] = [await webhooks.recordEvent(account), await webhooks.recordEvent(account)];
    for (const eventId of [old, recent]) await webhooks.delivery(eventId, endpoint.id);
    await service.prisma.webhookEvent.updateMany({
      where: { id: { in: [waiting, old] } },
      data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    await service.provider<LogPruner>('LogPruner').prune();
    const left = await service.prisma.webhookEvent.findMany({ where: { accountId: account.accountId } });
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([waiting, recent]));
    expect(await service.prisma.webhookDelivery.count({ where: { eventId: old } })).toBe(0);
  });
});
