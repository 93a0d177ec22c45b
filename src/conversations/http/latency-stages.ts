/** Milliseconds from the end of the caller's speech until each stage was reached; null where it is unknown. */
export interface LatencyColumns {
  readonly endOfTurnMs: number | null;
  readonly transcriptMs: number | null;
  readonly firstTokenMs: number | null;
  readonly firstAudioMs: number | null;
  readonly heardMs: number | null;
}

/** How long each stage of a reply took. */
export interface LatencyStages {
  readonly endpointingMs: number | null;
  readonly transcriptionMs: number | null;
  readonly thinkingMs: number | null;
  readonly synthesisMs: number | null;
  readonly deliveryMs: number | null;
}

/**
 * Breaks the time of a reply down: each known stage took the time since the latest known one before it. Speech
 * recognition often ends before the turn does; a stage that was reached early took no time. A model that hears by
 * itself begins to answer before its server has written the caller down: then the transcript is no stage of the
 * answer.
 */
export function latencyStages(latency: LatencyColumns): LatencyStages {
  let reachedMs = 0;
  const since = (ms: number | null): number | null => {
    if (ms === null) return null;
    const took = Math.max(0, ms - reachedMs);
    reachedMs = Math.max(reachedMs, ms);
    return took;
  };
  const { transcriptMs, firstTokenMs } = latency;
  const isBeside = transcriptMs !== null && firstTokenMs !== null && transcriptMs > firstTokenMs;
  return {
    endpointingMs: since(latency.endOfTurnMs),
    transcriptionMs: since(isBeside ? null : transcriptMs),
    thinkingMs: since(latency.firstTokenMs),
    synthesisMs: since(latency.firstAudioMs),
    deliveryMs: since(latency.heardMs),
  };
}

export const hasLatency = (latency: LatencyColumns): boolean =>
  [
    latency.endOfTurnMs,
    latency.transcriptMs,
    latency.firstTokenMs,
    latency.firstAudioMs,
    latency.heardMs,
  ].some((ms) => ms !== null);
