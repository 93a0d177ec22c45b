import type { SafeHttpResult } from '../../common/safe-http/index.js';

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
  if (status === 429)
    return { kind: 'retryable', retryAfterMs: parseRetryAfter(headers['retry-after'], now) };
  if (status === 408 || status >= 500) return { kind: 'retryable', retryAfterMs: undefined };
  return { kind: 'refused' };
}

/**
 * Reads `Retry-After`, which is a number of seconds or an HTTP date (RFC 9110, 10.2.3); undefined when it is
 * neither.
 */
export function parseRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Only the one date form that senders may generate; Date.parse alone would take almost anything.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
