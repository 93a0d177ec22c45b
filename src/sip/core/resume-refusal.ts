import { afterRefusal, type SessionTerms } from './session-timer.js';

export type ResumeRefusal =
  /** The peer does not know the call, or does not respond. */
  | { readonly then: 'call-is-over' | 'refused' }
  | { readonly then: 'again'; readonly afterMs: number; readonly terms: SessionTerms | undefined };

/** `seconds` applies to 422 only. */
const NO_TERMS: SessionTerms = { seconds: 0, refresher: 'uac' };

/**
 * The reaction to a refused re-INVITE while resuming a call (RFC 3261, 14.1).
 * @param said `Retry-After` and `Min-SE` of the refusal, in seconds.
 * @param now `leftMs`: remaining time in milliseconds. `random`: from 0 to 1.
 */
export function afterResumeRefusal(
  status: number,
  said: { readonly retryAfterSeconds?: number; readonly minSeconds?: number },
  terms: SessionTerms | undefined,
  now: { readonly weBegan: boolean; readonly random: number; readonly leftMs: number },
): ResumeRefusal {
  const { retryAfterSeconds, minSeconds } = said;
  if ((status === 500 || status === 503) && retryAfterSeconds !== undefined) {
    return inTime({ then: 'again', afterMs: retryAfterSeconds * 1_000, terms }, now.leftMs);
  }
  const next = afterRefusal(status, terms ?? NO_TERMS, {
    ...now,
    ...(minSeconds !== undefined && { minSeconds }),
  });
  if (next.then !== 'again') return { then: next.then === 'call-is-over' ? 'call-is-over' : 'refused' };
  const asked = next.terms === NO_TERMS ? undefined : next.terms;
  return inTime({ then: 'again', afterMs: next.afterMs, terms: asked }, now.leftMs);
}

const inTime = (again: Extract<ResumeRefusal, { then: 'again' }>, leftMs: number): ResumeRefusal =>
  again.afterMs < leftMs ? again : { then: 'refused' };
