import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { DeliveryTarget } from './delivery-message.js';
import type { Room } from './endpoint-lanes.js';

export interface LeasedDelivery extends DeliveryTarget {
  readonly deliveryId: string;
  /** Fencing token: proves at completion that no other process has leased the delivery since. */
  readonly fence: number;
  /** Attempts since the delivery was last started. */
  readonly roundCount: number;
  readonly eventId: string;
  readonly body: string;
  /** The endpoint's last attempts failed. */
  readonly isFailing: boolean;
}

/** Due deliveries not yet leased, over all instances. */
export interface DueDeliveries {
  readonly count: number;
  readonly oldestSeconds: number;
}

/**
 * Rooms are passed as JSON because PostgreSQL would replan the statement for each length of a plain array, which takes
 * longer than running it. Ids go through an array because the planner can't estimate how few rows are leased, and would
 * scan the whole table. The commit does not wait for the disk: a lease lost in a crash of the database only repeats the
 * delivery, as an expired lease would.
 */
const LEASE = `
  WITH picked AS MATERIALIZED (
    SELECT due.id
    FROM jsonb_to_recordset($1::jsonb) AS room (endpoint_id text, count int)
    CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS commit_mode
    JOIN webhook_endpoints endpoint ON endpoint.id = room.endpoint_id AND endpoint.enabled
    CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries
      WHERE endpoint_id = room.endpoint_id AND next_attempt_at <= now()
      ORDER BY next_attempt_at
      LIMIT room.count
      FOR UPDATE SKIP LOCKED
    ) due
  )
  UPDATE webhook_deliveries delivery
  SET fence = delivery.fence + 1,
      leased_until = now() + (endpoint.timeout_ms + $2::int) * interval '1 ms',
      next_attempt_at = now() + (endpoint.timeout_ms + $2::int) * interval '1 ms'
  FROM webhook_endpoints endpoint, webhook_events event
  WHERE delivery.id = ANY (ARRAY(SELECT id FROM picked))
    AND endpoint.id = delivery.endpoint_id AND event.id = delivery.event_id
  RETURNING delivery.id AS "deliveryId", delivery.fence, delivery.round_count AS "roundCount",
    event.id AS "eventId", event.body,
    endpoint.id AS "endpointId", endpoint.url, endpoint.timeout_ms AS "timeoutMs",
    endpoint.headers_sealed AS "headersSealed", endpoint.secret_sealed AS "secretSealed",
    endpoint.previous_secret_sealed AS "previousSecretSealed",
    endpoint.previous_secret_until AS "previousSecretUntil",
    endpoint.failing_since IS NOT NULL AS "isFailing"`;

/**
 * The outbox as a queue. Times are the database's, so that processes with different clocks agree on what is due and
 * which leases have expired.
 */
@Injectable()
export class DeliveryStore {
  constructor(private readonly prisma: PrismaService) {}

  /** Finds enabled endpoints with due deliveries. One index lookup per endpoint, however long its queue. */
  get endpointsWithWork(): Prisma.Sql {
    return Prisma.sql`
      SELECT endpoint.id
      FROM webhook_endpoints endpoint
      CROSS JOIN LATERAL (
        SELECT 1 FROM webhook_deliveries
        WHERE endpoint_id = endpoint.id AND next_attempt_at <= now()
        ORDER BY next_attempt_at
        LIMIT 1
      ) due
      WHERE endpoint.enabled`;
  }

  async dueEndpoints(): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>(this.endpointsWithWork);
    return rows.map(({ id }) => id);
  }

  /** Counts up to 1,000 per endpoint. */
  async due(): Promise<DueDeliveries> {
    const [row] = await this.prisma.$queryRaw<DueDeliveries[]>`
      SELECT count(*)::int AS count,
        COALESCE(extract(epoch FROM now() - min(due.next_attempt_at)), 0)::float8 AS "oldestSeconds"
      FROM webhook_endpoints endpoint
      CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM webhook_deliveries
        WHERE endpoint_id = endpoint.id AND next_attempt_at <= now()
        ORDER BY next_attempt_at
        LIMIT 1000
      ) due
      WHERE endpoint.enabled`;
    return row ?? { count: 0, oldestSeconds: 0 };
  }

  /** Leases due deliveries, oldest first. Rows locked by another process are skipped. */
  async lease(rooms: readonly Room[], leaseMarginMs: number): Promise<LeasedDelivery[]> {
    return this.prisma.runAlone<LeasedDelivery>({
      name: 'webhook_lease',
      text: LEASE,
      values: [
        JSON.stringify(rooms.map(({ endpointId: endpoint_id, count }) => ({ endpoint_id, count }))),
        leaseMarginMs,
      ],
    });
  }

  /** Releases unsent deliveries without counting an attempt. */
  async release(leased: readonly LeasedDelivery[]): Promise<void> {
    const ids = leased.map(({ deliveryId }) => deliveryId);
    const fences = leased.map(({ fence }) => fence);
    await this.prisma.$executeRaw`
      UPDATE webhook_deliveries delivery
      SET leased_until = NULL, next_attempt_at = now()
      FROM unnest(${ids}::text[], ${fences}::int[]) AS mine (id, fence)
      WHERE delivery.id = ANY (${ids}::text[])
        AND delivery.id = mine.id AND delivery.fence = mine.fence AND delivery.leased_until IS NOT NULL`;
  }
}
