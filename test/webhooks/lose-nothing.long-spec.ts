import { createOutboxFixture, type OutboxFixture } from './support/outbox-fixture.js';
import { answerWithFaults, recordUnderFire } from './support/lose-nothing.js';
import { type Receiver, startReceiver } from './support/receiver.js';

describe('webhooks', () => {
  let outbox: OutboxFixture;
  let receiver: Receiver;

  beforeEach(async () => {
    receiver = await startReceiver();
    outbox = await createOutboxFixture();
    await outbox.webhooks.createEndpoint(outbox.account, receiver.baseUrl, { timeoutMs: 1_000 });
  });
  afterEach(async () => {
    await outbox.close();
    await receiver.close();
  });

  const receivedIds = () => receiver.requests.map(({ headers }) => String(headers['webhook-id']));

  it('lose none of 1,000 events and invent none when killed 20 times with 10 % of responses failing', async () => {
    answerWithFaults(receiver, 4);
    const eventIds = await recordUnderFire(outbox, { events: 1_000, kills: 20, seed: 4 });
    expect(eventIds).toHaveLength(1_000);
    expect(new Set(receivedIds())).toEqual(new Set(eventIds));
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.requests) {
      const id = String(headers['webhook-id']);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    }
    expect([...bodies.values()].filter(({ size }) => size !== 1)).toEqual([]);
    const failed = await outbox.service.prisma.webhookDelivery.count({
      where: { status: { not: 'delivered' } },
    });
    expect(failed).toBe(0);
  }, 300_000);

  it('lose none of 5,000 events with two processes, one frozen past its lease', async () => {
    const [frozen] = await Promise.all([outbox.startProcess(), outbox.startProcess()]);
    const eventIds: string[] = [];
    const record = async (count: number) => {
      for (let i = 0; i < count; i++) eventIds.push(await outbox.webhooks.recordEvent(outbox.account));
    };
    await Promise.all(Array.from({ length: 4 }, () => record(500)));
    frozen.freeze();
    await Promise.all(Array.from({ length: 4 }, () => record(750)));
    await outbox.drained(120_000);
    frozen.thaw();
    expect(await frozen.stop()).toBe(0);
    expect(new Set(receivedIds())).toEqual(new Set(eventIds));
    // Only the frozen process's claimed events were sent twice.
    const repeated = receivedIds().length - eventIds.length;
    expect(repeated).toBeLessThanOrEqual(32);
    const attempts = await outbox.service.prisma.webhookAttempt.count();
    expect(attempts).toBe(eventIds.length);
  }, 300_000);
});
