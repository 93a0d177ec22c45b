import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import {
  type HostileReceiver,
  MISBEHAVIOURS,
  type Misbehaviour,
  startHostileReceiver,
} from './support/hostile-receiver.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { FAST, type WebhookFixture, webhookFixture } from './support/webhook-fixture.js';

const TIMEOUT_MS = 1_000;

describe('a webhook receiver that', () => {
  let service: TestApp;
  let account: TestAccount;
  let webhooks: WebhookFixture;
  let hostile: HostileReceiver;

  beforeAll(async () => {
    service = await createTestApp({ env: { ...FAST, WEBHOOK_RESPONSE_CAP_BYTES: '20000' } });
    webhooks = webhookFixture(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });
  afterEach(() => hostile.close());

  /** What is known of each after the one attempt: a status if there was a whole header, else what went wrong. */
  const findings: Record<Misbehaviour, unknown> = {
    'says nothing': 'TIMEOUT',
    'sends its header a byte at a time': 'TIMEOUT',
    'sends its body a byte at a time': 'TIMEOUT',
    'resets the connection': expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/),
    'resets the connection in the middle of its answer': expect.stringMatching(
      /^(ECONNRESET|UND_ERR_SOCKET)$/,
    ),
    'never ends its body': 200,
    'never ends its header': 'UND_ERR_HEADERS_OVERFLOW',
    'sends a compressed bomb': 200,
    'talks nonsense': expect.stringMatching(/^(INVALID_RESPONSE|HPE_.*)$/),
  };

  it.each(Object.keys(MISBEHAVIOURS) as Misbehaviour[])(
    '%s is left in time, and at most 20 kB of it is kept',
    async (how) => {
      hostile = await startHostileReceiver(how);
      const endpoint = await webhooks.createEndpoint(account, hostile.url, { timeoutMs: TIMEOUT_MS });
      const eventId = await webhooks.recordEvent(account);
      const delivery = await webhooks.delivery(eventId, endpoint.id, (row) => row.attemptCount === 1);
      const attempt = await service.prisma.webhookAttempt.findFirstOrThrow({
        where: { deliveryId: delivery.id },
      });
      expect(attempt.durationMs).toBeLessThanOrEqual(TIMEOUT_MS + 500);
      expect(Buffer.byteLength(attempt.responseExcerpt ?? '')).toBeLessThanOrEqual(20_000);
      expect(attempt.statusCode ?? attempt.errorCode).toEqual(findings[how]);
    },
  );

  it('says nothing delays none of 20 healthy endpoints, however much is queued for it', async () => {
    hostile = await startHostileReceiver('says nothing');
    const healthy: Receiver = await startReceiver();
    try {
      for (let i = 0; i < 30; i++) {
        await webhooks.createEndpoint(account, hostile.url, {
          eventTypes: ['alerts.resolved'],
          timeoutMs: 5_000,
        });
      }
      for (let i = 0; i < 30; i++) await webhooks.recordEvent(account, 'alerts.resolved');
      for (let i = 0; i < 20; i++) await webhooks.createEndpoint(account, `${healthy.baseUrl}/${i}`);
      const startedMs = performance.now();
      for (let i = 0; i < 10; i++) await webhooks.recordEvent(account);
      await until('all came', () => healthy.requests.length === 200);
      const lastMs = Math.max(...healthy.requests.map(({ atMs }) => atMs));
      expect(lastMs - startedMs).toBeLessThan(2_000);
    } finally {
      await healthy.close();
    }
  });
});
