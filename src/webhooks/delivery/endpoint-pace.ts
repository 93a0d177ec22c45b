/**
 * How hard one endpoint may be driven, learnt from how it answers. Endpoints that proved quick share one pool of
 * concurrent requests, those that are slow or fail a second one, and those that nothing is known of a third, so that
 * requests which hang never take the room of requests which do not.
 */
export interface EndpointPace {
  readonly lane: Lane;
  /** Requests to the endpoint that may be under way at once. */
  readonly limit: number;
}

export const LANES = ['new', 'quick', 'slow'] as const;
export type Lane = (typeof LANES)[number];

export interface PaceLimits {
  readonly maxPerEndpoint: number;
}

/**
 * A slow endpoint still answers, so it keeps some concurrency; one that fails or is not known gets a single request as
 * a probe.
 */
const SLOW_LIMIT = 4;
const PROBE_LIMIT = 1;
/** A quick answer lets the limit grow by this factor. */
const GROWTH = 2;

/** An answer that takes longer counts as slow. */
export const SLOW_AFTER_MS = 1_000;

export const INITIAL_PACE: EndpointPace = { lane: 'new', limit: PROBE_LIMIT };

/**
 * The pace after an attempt: grown by a quick success up to the maximum, cut by a slow one, down to a probe by a
 * failure.
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
