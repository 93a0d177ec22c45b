/**
 * Concurrency of one endpoint, adapted to how it answers. Quick endpoints share one pool of concurrent requests, slow
 * or failing ones a second, and unknown ones a third, so that hanging requests never block the others.
 */
export interface EndpointPace {
  readonly lane: Lane;
  /** Concurrent requests to the endpoint. */
  readonly limit: number;
}

export const LANES = ['new', 'quick', 'slow'] as const;
export type Lane = (typeof LANES)[number];

export interface PaceLimits {
  readonly maxPerEndpoint: number;
}

/**
 * A slow endpoint still answers, so it keeps some concurrency; a failing or unknown one gets one request as a probe.
 */
const SLOW_LIMIT = 4;
const PROBE_LIMIT = 1;
/** Growth factor of the limit after a quick answer. */
const GROWTH = 2;

/** Slower answers count as slow. */
export const SLOW_AFTER_MS = 1_000;

export const INITIAL_PACE: EndpointPace = { lane: 'new', limit: PROBE_LIMIT };

/**
 * The pace after an attempt: a quick success increases it up to the maximum, a slow one cuts it, a failure resets it to
 * a probe.
 */
export function nextPace(
  pace: EndpointPace,
  attempt: { readonly answered: boolean; readonly durationMs: number },
  { maxPerEndpoint }: PaceLimits,
): EndpointPace {
  if (!attempt.answered) return { lane: 'slow', limit: PROBE_LIMIT };
  if (attempt.durationMs > SLOW_AFTER_MS)
    return { lane: 'slow', limit: Math.min(SLOW_LIMIT, maxPerEndpoint) };
  return { lane: 'quick', limit: Math.min(pace.limit * GROWTH, maxPerEndpoint) };
}
