import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { SentAttempt } from './delivery-sender.js';
import type { LeasedDelivery } from './delivery-store.js';
import type { RetryVerdict } from './schedule.js';

/** A completed attempt and its consequences. */
export interface CompletedAttempt extends SentAttempt {
  readonly leased: LeasedDelivery;
  readonly verdict: RetryVerdict;
}

/**
 * Deliveries are selected by an array of ids because PostgreSQL, from statistics taken while hardly anything was
 * leased, underestimates the leased rows and would scan the whole table.
 */
const COMPLETE = `
  WITH result AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS result (
      id text, fence int, status text, retry_in_ms bigint, started_at timestamptz, duration_ms int,
      outcome text, status_code int, error_code text, response_excerpt text
    )
  ), accepted AS (
    UPDATE webhook_deliveries delivery
    SET status = result.status::"WebhookDeliveryStatus",
        attempt_count = delivery.attempt_count + 1,
        round_count = delivery.round_count + 1,
        leased_until = NULL,
        next_attempt_at = now() + result.retry_in_ms * interval '1 ms',
        finished_at = CASE WHEN result.status = 'pending' THEN NULL ELSE now() END
    FROM result
    WHERE delivery.id = ANY (ARRAY(SELECT id FROM result))
      AND delivery.id = result.id AND delivery.fence = result.fence AND delivery.leased_until IS NOT NULL
    RETURNING delivery.id, delivery.attempt_count
  )
  INSERT INTO webhook_attempts
    (delivery_id, number, started_at, duration_ms, outcome, status_code, error_code, response_excerpt)
  SELECT result.id, accepted.attempt_count, result.started_at, result.duration_ms, result.outcome,
    result.status_code, result.error_code, result.response_excerpt
  FROM result JOIN accepted USING (id)
  RETURNING delivery_id AS id`;

/** An endpoint is disabled after this many hours in which every attempt has failed. */
const DISABLE_AFTER_HOURS = 120;

type DisabledReason = 'gone' | 'failing';

/** Stores the outcomes of attempts and their consequences for the endpoints. */
@Injectable()
export class CompletionStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly logger: PinoLogger,
    private readonly clock: Clock,
  ) {
    logger.setContext(CompletionStore.name);
  }

  /**
   * Completes deliveries and logs their attempts. A delivery whose lease another process has taken is refused: it
   * counts neither as an attempt nor against the endpoint. Returns the ids of the accepted ones.
   */
  async complete(attempts: readonly CompletedAttempt[]): Promise<ReadonlySet<string>> {
    const rows = await this.prisma.runAlone<{ id: string }>({
      name: 'webhook_complete',
      text: COMPLETE,
      values: [JSON.stringify(attempts.map(toRow))],
    });
    const accepted = new Set(rows.map(({ id }) => id));
    await this.updateEndpoints(attempts.filter(({ leased }) => accepted.has(leased.deliveryId)));
    return accepted;
  }

  private async updateEndpoints(attempts: readonly CompletedAttempt[]): Promise<void> {
    const delivered = attempts.filter(({ outcome }) => outcome.kind === 'delivered');
    const recovered = endpointsOf(delivered.filter(({ leased }) => leased.isFailing));
    const failed = endpointsOf(attempts.filter(({ outcome }) => outcome.kind !== 'delivered'));
    const gone = endpointsOf(attempts.filter(({ outcome }) => outcome.kind === 'gone'));
    if (failed.length > 0) await this.markFailing(failed);
    if (recovered.length > 0) {
      await this.prisma.webhookEndpoint.updateMany({
        where: { id: { in: recovered } },
        data: { failingSince: null },
      });
    }
    if (gone.length > 0) await this.disable(gone, 'gone');
  }

  private async markFailing(endpointIds: readonly string[]): Promise<void> {
    const failing = await this.prisma.$queryRaw<{ id: string; tooLong: boolean }[]>`
      UPDATE webhook_endpoints SET failing_since = COALESCE(failing_since, now())
      WHERE id = ANY (${endpointIds}::text[])
        AND (failing_since IS NULL OR failing_since < now() - make_interval(hours => ${DISABLE_AFTER_HOURS}::int))
      RETURNING id, failing_since < now() - make_interval(hours => ${DISABLE_AFTER_HOURS}::int) AS "tooLong"`;
    const tooLong = failing.filter((endpoint) => endpoint.tooLong).map(({ id }) => id);
    if (tooLong.length > 0) await this.disable(tooLong, 'failing');
  }

  /** Disables endpoints at their receiver's request; a person must enable them again. */
  private async disable(endpointIds: readonly string[], reason: DisabledReason): Promise<void> {
    const disabled = await this.prisma.$transaction(async (transaction) => {
      const now = this.clock.now();
      const endpoints = await transaction.webhookEndpoint.updateManyAndReturn({
        where: { id: { in: [...endpointIds] }, enabled: true },
        data: { enabled: false, disabledReason: reason, disabledAt: now, updatedAt: now },
        select: { id: true, accountId: true },
      });
      for (const { id, accountId } of endpoints) {
        const change = { action: 'webhook_endpoint.disable', resourceId: id, details: { reason } };
        await recordChange(transaction, { accountId, email: 'system' }, change);
      }
      return endpoints;
    });
    for (const { id, accountId } of disabled) {
      this.logger.warn({ endpointId: id, accountId, reason }, 'webhook endpoint disabled');
    }
  }
}

function toRow({ leased, verdict, ...attempt }: CompletedAttempt) {
  return {
    id: leased.deliveryId,
    fence: leased.fence,
    status: verdict.status,
    retry_in_ms: verdict.status === 'pending' ? verdict.retryInMs : null,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome.kind,
    status_code: attempt.statusCode ?? null,
    error_code: attempt.errorCode ?? null,
    response_excerpt: attempt.responseExcerpt ?? null,
  };
}

const endpointsOf = (attempts: readonly CompletedAttempt[]): string[] => [
  ...new Set(attempts.map(({ leased }) => leased.endpointId)),
];
