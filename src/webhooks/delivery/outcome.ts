import { retryAfterMs, type SafeHttpResult } from '../../safe-http/index.js';

/**
 * Outcome of an attempt. `retryable`: try again, not before `retryAfterMs` if the receiver set it. `refused`: another
 * attempt would get the same answer. `gone`: the receiver wants no more deliveries.
 */
export type AttemptOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retryable'; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'refused' }
  | { readonly kind: 'gone' };

/**
 * 2xx is delivered. Timeouts, network faults, 408, 429 and 5xx are retried; other answers, including redirects, are
 * not. 410 disables the endpoint.
 */
export function attemptOutcome(result: SafeHttpResult, now: Date): AttemptOutcome {
  if (result.kind === 'failure') return { kind: 'retryable', retryAfterMs: undefined };
  const { status, headers } = result;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'retryable', retryAfterMs: retryAfterMs(headers['retry-after'], now) };
  return { kind: 'refused' };
}
