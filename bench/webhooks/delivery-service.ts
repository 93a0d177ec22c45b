import { randomBytes, randomUUID } from 'node:crypto';
import type { PrismaService } from '../../src/common/prisma/index.js';
import type { EventsService, RecordedWebhookEvent } from '../../src/webhooks/index.js';
import type { Checkout } from './checkout.js';

/** The delivering part of the service in this process, without HTTP and media. */
export interface DeliveryService {
  readonly prisma: PrismaService;
  readonly events: EventsService;
  /** Creates endpoints of one account, and alert rules; returns the account's id. */
  createEndpoints(urls: readonly string[]): Promise<string>;
  /** Writes events for all endpoints of the account, without announcing them. */
  recordEvents(accountId: string, count: number): Promise<void>;
  /** Triggers a rule as its evaluation does: the rule changes with its event. Not announced yet. */
  alert(accountId: string): Promise<RecordedWebhookEvent>;
  close(): Promise<void>;
}

/** Filling the outbox is not measured. */
const EVENTS_A_COMMIT = 200;
const RULES = 1_000;

export async function startDeliveryService(
  checkout: Checkout,
  databaseUrl: string,
  delivers: boolean,
): Promise<DeliveryService> {
  const { AppConfig, CommonModule, NestFactory, WebhooksModule } = checkout;
  const config = AppConfig.fromEnvironment({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    INSTANCE_SECRET: 'only-for-the-bench-only-for-the-bench',
    ALLOW_PRIVATE_NETWORKS: 'webhooks',
    WEBHOOK_DELIVERY_ENABLED: String(delivers),
    DATABASE_QUERY_TIMEOUT_MS: '60000',
  });
  class DeliveryServiceModule {}
  const imports = [CommonModule.forRoot(config), WebhooksModule];
  const context = await NestFactory.createApplicationContext(
    { module: DeliveryServiceModule, imports },
    { logger: ['error', 'warn'] },
  );
  const prisma = context.get(checkout.PrismaService);
  const secrets = context.get(checkout.EndpointSecrets, { strict: false });
  const events = context.get(checkout.EventsService, { strict: false });
  const made = { prisma, events };
  let alerted = 0;
  return {
    ...made,
    async createEndpoints(urls) {
      const accountId = `acc_${randomUUID()}`;
      await prisma.account.create({ data: { id: accountId, name: 'bench' } });
      await prisma.alertRule.createMany({ data: rulesOf(accountId) });
      await prisma.webhookEndpoint.createMany({
        data: urls.map((url) => {
          const id = `whe_${randomUUID()}`;
          return {
            ...{ id, accountId, name: 'bench', url, eventTypes: ['alerts.triggered'], timeoutMs: 5_000 },
            headersSealed: secrets.sealHeaders(id, {}),
            secretSealed: secrets.sealSecret(id, `whsec_${randomBytes(32).toString('base64')}`),
          };
        }),
      });
      return accountId;
    },
    async recordEvents(accountId, count) {
      const event = { accountId, type: 'alerts.triggered', data: EVENT_DATA } as const;
      for (let left = count; left > 0; left -= EVENTS_A_COMMIT) {
        await prisma.$transaction(async (transaction) => {
          for (let i = 0; i < Math.min(left, EVENTS_A_COMMIT); i++) await events.record(transaction, event);
        });
      }
    },
    alert: (accountId) => alert(checkout, made, accountId, alerted++ % RULES),
    close: () => context.close(),
  };
}

const ruleId = (accountId: string, rule: number): string => `ar_${rule}_${accountId}`;

function rulesOf(accountId: string) {
  const { name, metric, operator, threshold_value, window_duration } = EVENT_DATA;
  return Array.from({ length: RULES }, (_, rule) => ({
    ...{ id: ruleId(accountId, rule), accountId, name, metric, operator, enabled: false },
    ...{ thresholdValue: threshold_value, windowDuration: window_duration },
  }));
}

async function alert(
  { Prisma }: Checkout,
  { prisma, events }: Pick<DeliveryService, 'prisma' | 'events'>,
  accountId: string,
  rule: number,
): Promise<RecordedWebhookEvent> {
  const event = { accountId, type: 'alerts.triggered', data: EVENT_DATA } as const;
  const [id, now] = [ruleId(accountId, rule), new Date()];
  const data = {
    state: 'alert',
    since: now,
    clearSince: null,
    currentValue: 1_730,
    lastEvaluatedAt: now,
  } as const;
  // Earlier versions took a transaction.
  if (!Reflect.has(events, 'recordWith')) {
    return prisma.$transaction(async (transaction) => {
      await transaction.alertRule.updateMany({ where: { id, fence: 0 }, data });
      return events.record(transaction, event);
    });
  }
  const change = Prisma.sql`
    UPDATE alert_rules SET state = 'alert', since = ${now}, clear_since = ${null}, current_value = ${data.currentValue},
      last_evaluated_at = ${now}
    WHERE id = ${id} AND fence = 0 RETURNING id`;
  const recorded = await events.recordWith(prisma, change, event);
  if (!recorded) throw new Error('The rule of the bench is gone.');
  return recorded;
}

/** As large as the data of a real alert. */
export const EVENT_DATA = {
  alert_rule_id: 'ar_0123456789abcdefghijkl',
  name: 'The agent answers late',
  project_id: 'agent_0123456789abcdefghijkl',
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 1_500,
  window_duration: '5m',
  since: '2026-01-01T00:00:00.000Z',
  last_evaluated_at: '2026-01-01T00:00:00.000Z',
  current_value: 1_730,
};
