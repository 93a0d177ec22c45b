import type { WebhookAttempt, WebhookDelivery } from '../../generated/prisma/client.js';

type ListedDelivery = WebhookDelivery & {
  readonly event: { readonly type: string };
  readonly attempts: readonly WebhookAttempt[];
};

/** A delivery in the list, with its last attempt. */
export function deliveryView(delivery: ListedDelivery) {
  const last = delivery.attempts.at(-1);
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.event.type,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    last_attempt: last ? attemptView(last) : null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
  };
}

export function attemptView(attempt: WebhookAttempt) {
  return {
    number: attempt.number,
    started_at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    status_code: attempt.statusCode,
    error_code: attempt.errorCode,
    response_excerpt: attempt.responseExcerpt,
  };
}
