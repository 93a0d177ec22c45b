import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommonModule } from '../../src/common/common.module.js';
import { AppConfig } from '../../src/common/config/index.js';
import { newId } from '../../src/common/ids/index.js';
import { PrismaService } from '../../src/common/prisma/index.js';
import { newSigningSecret } from '../../src/webhooks/endpoints/signature.js';
import { EndpointSecrets } from '../../src/webhooks/endpoints/endpoint-secrets.js';
import { EventsService, WebhooksModule } from '../../src/webhooks/index.js';

/** The delivering part of the service in this process, without HTTP and media. */
export interface DeliveryService {
  readonly prisma: PrismaService;
  readonly events: EventsService;
  /** Makes endpoints of one account; gives the account's id. */
  createEndpoints(urls: readonly string[]): Promise<string>;
  /** Writes events for all endpoints of the account, without announcing them. */
  recordEvents(accountId: string, count: number): Promise<void>;
  close(): Promise<void>;
}

/** Filling the outbox is not what is measured. */
const EVENTS_A_COMMIT = 200;

export async function startDeliveryService(databaseUrl: string, delivers: boolean): Promise<DeliveryService> {
  const config = AppConfig.fromEnvironment({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    INSTANCE_SECRET: 'only-for-the-bench-only-for-the-bench',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    WEBHOOK_DELIVERY_ENABLED: String(delivers),
    DATABASE_QUERY_TIMEOUT_MS: '60000',
  });
  @Module({ imports: [CommonModule.forRoot(config), WebhooksModule] })
  class DeliveryServiceModule {}
  const context = await NestFactory.createApplicationContext(DeliveryServiceModule, {
    logger: ['error', 'warn'],
  });
  const prisma = context.get(PrismaService);
  const secrets = context.get(EndpointSecrets, { strict: false });
  const events = context.get(EventsService, { strict: false });
  return {
    prisma,
    events,
    async createEndpoints(urls) {
      const accountId = newId('acc');
      await prisma.account.create({ data: { id: accountId, name: 'bench' } });
      await prisma.webhookEndpoint.createMany({
        data: urls.map((url) => {
          const id = newId('whe');
          return {
            id,
            accountId,
            name: 'bench',
            url,
            eventTypes: ['alerts.triggered'],
            timeoutMs: 5_000,
            headersSealed: secrets.sealHeaders(id, {}),
            secretSealed: secrets.sealSecret(id, newSigningSecret()),
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
    close: () => context.close(),
  };
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
