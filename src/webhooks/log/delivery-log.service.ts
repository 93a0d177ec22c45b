import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import { after, NEWEST_FIRST, pageOf } from '../../http/pagination/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import { DeliveryNudge } from '../events/delivery-nudge.js';
import { EndpointsService } from '../endpoints/endpoints.service.js';
import type { ListDeliveriesQuery } from './delivery-log.dto.js';

const deliveryNotFound = () => notFound('WEBHOOK_DELIVERY_NOT_FOUND', 'There is no such webhook delivery.');

/** The delivery log of endpoints, and redelivery. */
@Injectable()
export class DeliveryLogService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly endpoints: EndpointsService,
    private readonly nudge: DeliveryNudge,
  ) {}

  /** @throws ApiError 404 for an unknown endpoint. */
  async list(accountId: string, endpointId: string, query: ListDeliveriesQuery) {
    await this.endpoints.get(accountId, endpointId);
    const { status, event_type, limit, cursor } = query;
    const rows = await this.prisma.webhookDelivery.findMany({
      where: {
        endpointId,
        status,
        ...(event_type !== undefined && { event: { type: event_type } }),
        ...after(cursor),
      },
      include: {
        event: { select: { type: true } },
        attempts: { orderBy: { number: 'desc' }, take: 1 },
      },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
    });
    return pageOf(rows, limit);
  }

  /** A delivery with all its attempts, oldest first. @throws ApiError 404. */
  async get(
    accountId: string,
    endpointId: string,
    id: string,
    client: Prisma.TransactionClient = this.prisma,
  ) {
    const delivery = await client.webhookDelivery.findFirst({
      where: { id, endpointId, endpoint: { accountId } },
      include: { event: { select: { type: true } }, attempts: { orderBy: { number: 'asc' } } },
    });
    if (!delivery) throw deliveryNotFound();
    return delivery;
  }

  /**
   * Restarts a delivery, whatever its outcome. Its attempts stay in the log, and its event keeps its id, by which
   * receivers detect duplicates. @throws ApiError 404, and 409 while it is being sent.
   */
  async redeliver(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    endpointId: string,
    id: string,
  ): Promise<void> {
    await this.get(actor.accountId, endpointId, id, transaction);
    await recordChange(transaction, actor, { action: 'webhook_delivery.redeliver', resourceId: id });
    const started = await transaction.$executeRaw`
      UPDATE webhook_deliveries
      SET status = 'pending', round_count = 0, next_attempt_at = now(), finished_at = NULL, leased_until = NULL
      WHERE id = ${id} AND (leased_until IS NULL OR leased_until < now())`;
    if (started > 0) return;
    // It may have been deleted since, with its endpoint.
    await this.get(actor.accountId, endpointId, id, transaction);
    throw conflict('WEBHOOK_DELIVERY_IN_PROGRESS', 'The delivery is being sent right now.');
  }

  /**
   * Sends everything undelivered since a time: failed deliveries, and events from before the endpoint was enabled or
   * subscribed. Returns the number of deliveries started. @throws ApiError 404.
   */
  async recover(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    endpointId: string,
    since: Date,
  ): Promise<number> {
    const endpoint = await this.endpoints.hold(transaction, actor.accountId, endpointId);
    await recordChange(transaction, actor, {
      action: 'webhook_endpoint.recover',
      resourceId: endpointId,
      details: { since: since.toISOString() },
    });
    const restarted = await transaction.$executeRaw`
        UPDATE webhook_deliveries
        SET status = 'pending', round_count = 0, next_attempt_at = now(), finished_at = NULL
        WHERE endpoint_id = ${endpointId} AND status = 'failed' AND created_at >= ${since}`;
    const missed = await transaction.$executeRaw`
        INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at)
        SELECT 'dlv_' || replace(gen_random_uuid()::text, '-', ''), ${endpointId}, id, now()
        FROM webhook_events
        WHERE account_id = ${actor.accountId} AND created_at >= ${since}
          AND created_at >= ${endpoint.createdAt} AND type = ANY (${endpoint.eventTypes}::text[])
        ON CONFLICT (event_id, endpoint_id) DO NOTHING`;
    return restarted + missed;
  }

  /** Has the engine check an endpoint immediately. Call after the transaction that restarted deliveries. */
  sendSoon(endpointId: string): void {
    this.nudge.now([endpointId]);
  }

  /** Delivery health of an endpoint. @throws ApiError 404. */
  async health(accountId: string, endpointId: string) {
    const endpoint = await this.endpoints.get(accountId, endpointId);
    const counts = await this.prisma.webhookDelivery.groupBy({
      by: ['status'],
      where: { endpointId },
      _count: { _all: true },
    });
    const count = (status: string) => counts.find((row) => row.status === status)?._count._all ?? 0;
    return {
      enabled: endpoint.enabled,
      failing_since: endpoint.failingSince?.toISOString() ?? null,
      disabled_reason: endpoint.disabledReason,
      disabled_at: endpoint.disabledAt?.toISOString() ?? null,
      deliveries: { pending: count('pending'), delivered: count('delivered'), failed: count('failed') },
    };
  }
}
