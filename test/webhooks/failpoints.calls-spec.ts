import { until } from '../support/until.js';
import { createOutboxFixture, type OutboxFixture } from './support/outbox-fixture.js';
import { type Receiver, startReceiver } from './support/receiver.js';

describe('event after its process is', () => {
  let outbox: OutboxFixture;
  let receiver: Receiver;

  beforeAll(async () => {
    outbox = await createOutboxFixture();
  });
  afterAll(() => outbox.close());
  beforeEach(async () => {
    receiver = await startReceiver();
    await outbox.webhooks.createEndpoint(outbox.account, receiver.baseUrl, { timeoutMs: 1_000 });
  });
  afterEach(async () => {
    await outbox.reset();
    await receiver.close();
  });

  const deliveryOf = (eventId: string) =>
    outbox.service.prisma.webhookDelivery.findFirstOrThrow({ where: { eventId } });

  it('killed between commit and send is delivered once by the next', async () => {
    const eventId = await outbox.webhooks.recordEvent(outbox.account);
    // With the lock, the process sees due deliveries but cannot claim them.
    await outbox.whileHolding('LOCK TABLE webhook_deliveries IN SHARE MODE', async (untilBlocked) => {
      const first = await outbox.startProcess();
      await untilBlocked();
      await first.kill();
    });
    expect(receiver.requests).toEqual([]);
    await outbox.startProcess();
    await outbox.drained(10_000);
    expect(receiver.of(eventId)).toHaveLength(1);
    expect(await deliveryOf(eventId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  it('killed between the 2xx and its record is redelivered with the same id and body', async () => {
    const eventId = await outbox.webhooks.recordEvent(outbox.account);
    const answers: (() => void)[] = [];
    receiver.answerWith((_request, response) => answers.push(() => response.end()));
    const first = await outbox.startProcess();
    await until('the request came', () => answers.length === 1);
    await outbox.whileHolding('SELECT 1 FROM webhook_deliveries FOR UPDATE', async (untilBlocked) => {
      answers[0]?.();
      await untilBlocked();
      await first.kill();
    });
    receiver.answerWith((_request, response) => void response.end());
    await outbox.startProcess();
    await outbox.drained(10_000);
    expect(receiver.of(eventId)).toHaveLength(2);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(await deliveryOf(eventId)).toMatchObject({ status: 'delivered', attemptCount: 1, fence: 2 });
  });

  it('frozen past its lease is delivered by another, and its own completion is rejected', async () => {
    const eventId = await outbox.webhooks.recordEvent(outbox.account);
    const answers: (() => void)[] = [];
    receiver.answerWith((_request, response) => answers.push(() => response.end()));
    const frozen = await outbox.startProcess();
    await until('the request came', () => answers.length === 1);
    frozen.freeze();
    answers[0]?.();
    receiver.answerWith((_request, response) => void response.writeHead(204).end());
    await outbox.startProcess();
    await outbox.drained(10_000);
    frozen.thaw();
    await until('the frozen one is refused', () => frozen.output().includes('its lease had expired'));
    const delivery = await deliveryOf(eventId);
    expect(delivery).toMatchObject({ status: 'delivered', attemptCount: 1, fence: 2 });
    const attempts = await outbox.service.prisma.webhookAttempt.findMany({
      where: { deliveryId: delivery.id },
    });
    expect(attempts).toMatchObject([{ deliveryId: delivery.id, number: 1, statusCode: 204 }]);
    expect(receiver.of(eventId)).toHaveLength(2);
  });

  it('disconnected from the database while returning leased deliveries has its attempt recorded', async () => {
    const eventIds: string[] = [];
    for (let i = 0; i < 12; i++) eventIds.push(await outbox.webhooks.recordEvent(outbox.account));
    const answers: ((status: number) => void)[] = [];
    receiver.answerWith((_request, response) => {
      // The first ones are answered at once: only quick endpoints are prefetched.
      if (receiver.requests.length <= 4) response.end();
      else answers.push((status) => response.writeHead(status).end());
    });
    await outbox.startProcess({ maxInFlightPerEndpoint: 2, leaseMarginMs: 60_000 });
    await until('more is leased than is being sent', async () => {
      const leased = await outbox.service.prisma.webhookDelivery.count({
        where: { leasedUntil: { not: null } },
      });
      return answers.length === 2 && leased > 2;
    });
    await outbox.whileHolding('LOCK TABLE webhook_deliveries IN SHARE MODE', async () => {
      answers[0]?.(500);
      await until('it tries to give the others back', async () => {
        const waiting = await outbox.service.prisma.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE '%AS mine (id, fence)%' AND pid <> pg_backend_pid()`;
        return waiting.length > 0;
      });
    });
    const attempts = () => outbox.service.prisma.webhookAttempt.findMany({ where: { statusCode: 500 } });
    const [failed] = await until('the failed attempt is written', async () => {
      const found = await attempts();
      return found.length > 0 && found;
    });
    expect(failed).toMatchObject({ number: 1, outcome: 'retryable' });
  });

  it('one of two running at once is delivered by one of them', async () => {
    await Promise.all([outbox.startProcess(), outbox.startProcess()]);
    const eventIds: string[] = [];
    for (let i = 0; i < 300; i++) eventIds.push(await outbox.webhooks.recordEvent(outbox.account));
    await outbox.drained(20_000);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id']).sort()).toEqual(eventIds.sort());
  });
});
