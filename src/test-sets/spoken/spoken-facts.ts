import type { NotedTurn } from './spoken-call.js';
import { wordErrorRate } from './word-errors.js';

/** Measurements of a spoken turn, in whole milliseconds; null if it did not happen. */
export interface SpokenFacts {
  /** From the end of caller speech to the first sound of the answer. */
  readonly answeredAfterMs: number | null;
  /** From the start of the interruption until the agent fell silent. */
  readonly yieldedAfterMs: number | null;
  /** The agent treated it as an interruption. */
  readonly wasInterrupted: boolean;
  /** Duration of agent speech. */
  readonly agentSpokeMs: number;
  /** The agent's transcript. */
  readonly heard: string;
  /** Word error rate of the transcript; null if the caller said no words. */
  readonly wordErrorRate: number | null;
  /** From the start of the call to the end of the turn. */
  readonly callMs: number;
}

export function factsOf(
  noted: NotedTurn,
  said: string | undefined,
  heard: string,
  callMs: number,
): SpokenFacts {
  const after = (atMs: number | undefined, sinceMs: number) =>
    atMs === undefined ? null : Math.round(atMs - sinceMs);
  return {
    answeredAfterMs: after(noted.answeredAtMs, noted.spokeUntilMs),
    yieldedAfterMs: noted.wasInterrupted ? after(noted.stoppedAtMs, noted.spokeFromMs) : null,
    wasInterrupted: noted.wasInterrupted,
    agentSpokeMs: noted.heardMs,
    heard,
    wordErrorRate: said === undefined ? null : wordErrorRate(said, heard),
    callMs: Math.round(callMs),
  };
}
