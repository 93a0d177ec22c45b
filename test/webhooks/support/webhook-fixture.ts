import type { EndpointsService } from '../../../src/webhooks/endpoints/endpoints.service.js';
import type { EventsService, EventType } from '../../../src/webhooks/index.js';
import type { Prisma, WebhookDelivery } from '../../../src/generated/prisma/client.js';
import type { TestAccount, TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

/** Allow deliveries to loopback with short delays. */
export const FAST = {
  ALLOW_PRIVATE_NETWORKS: 'webhooks',
} as const;
export const FAST_OVERRIDES = { quotas: { webhookEndpoints: 1_000 }, webhooks: { pollIntervalMs: 50 } };

export interface TestEndpoint {
  readonly id: string;
  readonly secret: string;
}

export interface EndpointOptions {
  readonly timeoutMs?: number;
  readonly eventTypes?: EventType[];
  readonly headers?: Record<string, string>;
  readonly enabled?: boolean;
}

/** Whether a statement waits for a lock held by this connection's transaction. */
export async function isSomebodyBlockedBy(
  pid: number,
  { prisma }: Pick<TestApp, 'prisma'>,
): Promise<boolean> {
  const waiting = await prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE ${pid} = ANY (pg_blocking_pids(pid))`;
  return waiting.length > 0;
}

export async function pidOf(transaction: Prisma.TransactionClient): Promise<number> {
  const [row] = await transaction.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return row?.pid ?? 0;
}

export function webhookFixture(service: TestApp) {
  const { provider, inTransaction, prisma } = service;
  const endpoints = inTransaction<EndpointsService>('EndpointsService');
  const events = inTransaction<EventsService>('EventsService');
  return {
    async createEndpoint(
      { accountId, email }: TestAccount,
      url: string,
      {
        timeoutMs = 1_000,
        eventTypes = ['alerts.triggered'],
        headers = {},
        enabled = true,
      }: EndpointOptions = {},
    ): Promise<TestEndpoint> {
      const wanted = { name: 'test', url, enabled, event_types: eventTypes, timeout_ms: timeoutMs, headers };
      await provider<EndpointsService>('EndpointsService').refuseBadUrl(url);
      const actor = {
        accountId,
        email,
        keyId: 'ak_test',
        correlationId: 'test',
        scopes: new Set(['conversations:read', 'calls:read']),
        agentIds: undefined,
        environments: undefined,
      };
      const { endpoint, secret } = await endpoints.create(actor, wanted);
      return { id: endpoint.id, secret };
    },

    /** Records and announces an event in its own transaction. @returns Its id. */
    async recordEvent({ accountId }: TestAccount, type: EventType = 'alerts.triggered'): Promise<string> {
      const recorded = await events.record({ accountId, type, data: { name: 'Zürich ☎' } });
      await provider<EventsService>('EventsService').announce(recorded);
      return recorded.id;
    },

    /** The result of a request during an endpoint's uncommitted deletion. */
    async duringDeletion<T>(endpointId: string, request: () => Promise<T>): Promise<T> {
      const { answer } = await prisma.$transaction(async (transaction) => {
        await transaction.webhookEndpoint.delete({ where: { id: endpointId } });
        const answer = request();
        const pid = await pidOf(transaction);
        await until('the request waits for the deletion', () => isSomebodyBlockedBy(pid, service));
        return { answer };
      });
      return answer;
    },

    /** An event's delivery to an endpoint once it meets the condition. */
    async delivery(
      eventId: string,
      endpointId: string,
      condition: (delivery: WebhookDelivery) => boolean = ({ status }) => status !== 'pending',
    ): Promise<WebhookDelivery> {
      return until(`the delivery of ${eventId} to ${endpointId} gets there`, async () => {
        const found = await prisma.webhookDelivery.findUnique({
          where: { eventId_endpointId: { eventId, endpointId } },
        });
        return found !== null && condition(found) && found;
      });
    },
  };
}

export type WebhookFixture = ReturnType<typeof webhookFixture>;
