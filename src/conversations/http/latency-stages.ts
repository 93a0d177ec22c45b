/** Milliseconds from the end of the caller's speech until each stage was reached; null where it is unknown. */
export interface LatencyColumns {
  readonly endOfTurnMs: number | null;
  readonly transcriptMs: number | null;
  readonly firstTokenMs: number | null;
  readonly firstAudioMs: number | null;
  readonly heardMs: number | null;
}

export interface LatencyStages {
  readonly endpointingMs: number | null;
  readonly transcriptionMs: number | null;
  readonly thinkingMs: number | null;
  readonly synthesisMs: number | null;
  readonly deliveryMs: number | null;
}

/**
 * Splits the latency of a reply by stage: each known stage took the time since the previous known one. Speech
 * recognition often finishes before the turn ends; a stage reached early took no time. A speech-to-speech model begins
 * to answer before it has transcribed the caller; then the transcript is not a stage.
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
