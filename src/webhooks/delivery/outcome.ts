import { retryAfterMs, type SafeHttpResult } from '../../common/safe-http/index.js';

/**
 * What an attempt came to. `retryable`: try again, not before `retryAfterMs` if the receiver said so. `refused`:
 * another attempt would get the same answer. `gone`: the receiver wants no more deliveries at all.
 */
export type AttemptOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retryable'; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'refused' }
  | { readonly kind: 'gone' };

/**
 * Delivered by any 2xx. Tried again after a timeout, a network fault, 408, 429 and 5xx; after no other answer,
 * redirects included. 410 disables the endpoint.
 */
export function outcomeOf(result: SafeHttpResult, now: Date): AttemptOutcome {
  if (result.kind === 'failure') return { kind: 'retryable', retryAfterMs: undefined };
  const { status, headers } = result;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'retryable', retryAfterMs: retryAfterMs(headers['retry-after'], now) };
  return { kind: 'refused' };
}
