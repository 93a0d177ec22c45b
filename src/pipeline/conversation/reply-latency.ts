import type { TurnLatency } from '../../voice/agent-adapter.js';

/** Times of one answer, in milliseconds from the end of the caller's speech, as they become known. */
export class ReplyLatency {
  private times: TurnLatency = {};

  /** @param endedAtMs When the caller's speech ended. */
  constructor(
    private readonly endedAtMs: number,
    private readonly nowMs: () => number,
  ) {}

  get known(): TurnLatency {
    return this.times;
  }

  /** It is reached now; only the first time counts. */
  reach(point: keyof TurnLatency): void {
    const sinceMs = Math.max(0, Math.round(this.nowMs() - this.endedAtMs));
    this.times = { [point]: sinceMs, ...this.times };
  }
}
