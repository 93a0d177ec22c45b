import type { NotedTurn } from './spoken-call.js';
import { wordErrorRate } from './word-errors.js';

/** What was noticed of a spoken turn, in whole milliseconds; null where it did not happen. */
export interface SpokenFacts {
  /** From the end of the caller's speech to the first sound of the answer. */
  readonly answeredAfterMs: number | null;
  /** From the beginning of the caller's speech, over the agent's, until the agent fell silent. */
  readonly yieldedAfterMs: number | null;
  /** The agent took it for an interruption. */
  readonly wasInterrupted: boolean;
  /** How long the agent was heard. */
  readonly agentSpokeMs: number;
  /** What the agent understood. */
  readonly heard: string;
  /** Of that; null where the caller said no words. */
  readonly wordErrorRate: number | null;
  /** From the beginning of the call to the end of the turn. */
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
