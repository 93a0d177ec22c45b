import type { TurnLatency } from '../../voice/agent-adapter.js';

/** Times of one answer, in milliseconds from the end of the caller's speech, as they become known. */
export class ReplyLatency {
  readonly #endedAtMs: number;
  readonly #nowMs: () => number;
  #known: TurnLatency = {};

  /** @param endedAtMs When the caller's speech ended. */
  constructor(endedAtMs: number, nowMs: () => number) {
    this.#endedAtMs = endedAtMs;
    this.#nowMs = nowMs;
  }

  get known(): TurnLatency {
    return this.#known;
  }

  /** It is reached now; only the first time counts. */
  reach(point: keyof TurnLatency): void {
    const sinceMs = Math.max(0, Math.round(this.#nowMs() - this.#endedAtMs));
    this.#known = { [point]: sinceMs, ...this.#known };
  }
}
