import { createOutboxFixture, type OutboxFixture } from './support/outbox-fixture.js';
import { answerWithFaults, recordUnderFire } from './support/lose-nothing.js';
import { type Receiver, startReceiver } from './support/receiver.js';

describe('webhooks', () => {
  let outbox: OutboxFixture;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    outbox = await createOutboxFixture();
    await outbox.webhooks.createEndpoint(outbox.account, receiver.baseUrl, { timeoutMs: 1_000 });
  });
  afterAll(async () => {
    await outbox.close();
    await receiver.close();
  });

  it('lose no event and invent none when killed at random moments among faulty responses', async () => {
    answerWithFaults(receiver, 1);
    const eventIds = await recordUnderFire(outbox, { events: 120, kills: 2, seed: 1 });
    const receivedIds = receiver.requests.map(({ headers }) => String(headers['webhook-id']));
    expect(new Set(receivedIds)).toEqual(new Set(eventIds));
  });
});
