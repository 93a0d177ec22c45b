/**
 * How hard one endpoint may be driven, learnt from how it answers. Quick endpoints share one pool of concurrent requests and all
 * others a second one, so that requests which hang never take the room of requests which do not.
 */
export interface EndpointPace {
  readonly lane: Lane;
  /** Requests to the endpoint that may be under way at once. */
  readonly limit: number;
}

export type Lane = 'quick' | 'slow';

export interface PaceLimits {
  readonly maxPerEndpoint: number;
}

/** An endpoint that nothing is known of gets few requests: it may turn out to hang. */
const INITIAL_LIMIT = 4;

/** A slow endpoint still answers, so it keeps some concurrency; one that fails keeps a single request as a probe. */
const SLOW_LIMIT = 4;
const FAILING_LIMIT = 1;

/** An answer that takes longer counts as slow. */
const SLOW_AFTER_MS = 1_000;

export function initialPace({ maxPerEndpoint }: PaceLimits): EndpointPace {
  return { lane: 'quick', limit: Math.min(INITIAL_LIMIT, maxPerEndpoint) };
}

/** The pace after an attempt: doubled by a quick success up to the maximum, cut by a slow one, down to a probe by a failure. */
export function nextPace(
  pace: EndpointPace,
  attempt: { readonly answered: boolean; readonly durationMs: number },
  { maxPerEndpoint }: PaceLimits,
): EndpointPace {
  if (!attempt.answered) return { lane: 'slow', limit: FAILING_LIMIT };
  if (attempt.durationMs > SLOW_AFTER_MS)
    return { lane: 'slow', limit: Math.min(SLOW_LIMIT, maxPerEndpoint) };
  return { lane: 'quick', limit: Math.min(pace.limit * 2, maxPerEndpoint) };
}
