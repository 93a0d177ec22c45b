import { afterRefusal, type SessionTerms } from './session-timer.js';

export type ResumeRefusal =
  /** The other side knows of no such call, or nobody answers there. */
  | { readonly then: 'call-is-over' | 'refused' }
  | { readonly then: 'again'; readonly afterMs: number; readonly terms: SessionTerms | undefined };

/** `seconds` matters with 422 alone. */
const NO_TERMS: SessionTerms = { seconds: 0, refresher: 'uac' };

/**
 * What follows when the other side refuses the re-INVITE of a process that goes on with a call (RFC 3261, 14.1).
 * @param said What the refusal says of itself, in seconds: `Retry-After`, `Min-SE`.
 * @param now `leftMs`: how long there is still to try, in milliseconds. `random`: from 0 to 1.
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
