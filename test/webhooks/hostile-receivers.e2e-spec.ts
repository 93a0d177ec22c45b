import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import {
  type HostileReceiver,
  MISBEHAVIOURS,
  type Misbehaviour,
  startHostileReceiver,
} from './support/hostile-receiver.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { type WebhookFixture, webhookFixture } from './support/webhook-fixture.js';

const TIMEOUT_MS = 1_000;
/** Far beyond the timeout even on a busy machine, and far below the slow receivers' time. */
const LEFT_WITHIN_MS = 20_000;
const CAP_BYTES = 4_096;

describe('webhook receiver that', () => {
  let service: TestApp;
  let account: TestAccount;
  let webhooks: WebhookFixture;
  let hostile: HostileReceiver;

  beforeAll(async () => {
    service = sharedApp();
    webhooks = webhookFixture(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });
  afterEach(async () => {
    // Removes pending deliveries.
    await service.prisma.webhookEndpoint.deleteMany({ where: { accountId: account.accountId } });
    await hostile.close();
  });

  /** The expected result after one attempt: a status for a complete header, otherwise the error. */
  const findings: Record<Misbehaviour, unknown> = {
    'says nothing': 'TIMEOUT',
    'sends its header a byte at a time': 'TIMEOUT',
    'sends its body a byte at a time': 'TIMEOUT',
    'resets the connection': expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/),
    'resets the connection in the middle of its answer': expect.stringMatching(
      /^(ECONNRESET|UND_ERR_SOCKET)$/,
    ),
    'never ends its body': 200,
    'never ends its header': 'INVALID_RESPONSE',
    'sends a compressed bomb': 200,
    'talks nonsense': expect.stringMatching(/^(INVALID_RESPONSE|HPE_.*)$/),
  };

  it.each(Object.keys(MISBEHAVIOURS) as Misbehaviour[])(
    '%s times out, and at most 4 KiB of its response is stored',
    async (how) => {
      hostile = await startHostileReceiver(how);
      const endpoint = await webhooks.createEndpoint(account, hostile.url, { timeoutMs: TIMEOUT_MS });
      const eventId = await webhooks.recordEvent(account);
      const delivery = await webhooks.delivery(eventId, endpoint.id, (row) => row.attemptCount > 0);
      const attempt = await service.prisma.webhookAttempt.findFirstOrThrow({
        where: { deliveryId: delivery.id, number: 1 },
      });
      expect(attempt.durationMs).toBeLessThan(LEFT_WITHIN_MS);
      expect(Buffer.byteLength(attempt.responseExcerpt ?? '')).toBeLessThanOrEqual(CAP_BYTES);
      expect(attempt.statusCode ?? attempt.errorCode).toEqual(findings[how]);
    },
  );

  it('never answers delays none of 20 healthy endpoints, with any backlog', async () => {
    hostile = await startHostileReceiver('says nothing');
    const healthy: Receiver = await startReceiver();
    try {
      const silent = { eventTypes: ['alerts.resolved' as const], timeoutMs: 30_000 };
      for (let i = 0; i < 30; i++) await webhooks.createEndpoint(account, hostile.url, silent);
      for (let i = 0; i < 30; i++) await webhooks.recordEvent(account, 'alerts.resolved');
      for (let i = 0; i < 20; i++) await webhooks.createEndpoint(account, `${healthy.baseUrl}/${i}`);
      for (let i = 0; i < 10; i++) await webhooks.recordEvent(account);
      await until('all came', () => healthy.requests.length === 200, 25_000);
      // None of the waiting deliveries failed.
      const { accountId } = account;
      const where = { delivery: { event: { accountId, type: 'alerts.resolved' } } };
      expect(await service.prisma.webhookAttempt.count({ where })).toBe(0);
    } finally {
      await healthy.close();
    }
  });
});
