import type { AttemptOutcome } from './outcome.js';

export interface RetrySchedule {
  /** Delays before the second, third, ... attempt; the first is immediate. */
  readonly delaysSeconds: readonly number[];
}

/** The next state of a delivery after an attempt. */
export type RetryVerdict =
  { readonly status: 'delivered' | 'failed' } | { readonly status: 'pending'; readonly retryInMs: number };

/** Maximum jitter as a share of each delay, so that deliveries that failed together are not retried together. */
const MAX_JITTER = 0.2;

/** Upper bound of a receiver's Retry-After. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * Decides what follows an attempt (1 is the first).
 * @param random from 0 to 1
 */
export function verdictOn(
  outcome: AttemptOutcome,
  attempt: number,
  schedule: RetrySchedule,
  random: number,
): RetryVerdict {
  if (outcome.kind === 'delivered') return { status: 'delivered' };
  const delaySeconds = schedule.delaysSeconds[attempt - 1];
  if (outcome.kind !== 'retryable' || delaySeconds === undefined) return { status: 'failed' };
  const scheduledMs = Math.round(delaySeconds * 1_000 * (1 + MAX_JITTER * random));
  const askedMs = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return { status: 'pending', retryInMs: Math.max(scheduledMs, askedMs) };
}
