import type { TurnLatency } from '../../voice/agent-adapter.js';

/** Latencies of one answer, in milliseconds from the end of the caller's speech. */
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

  /** Records the current time; only the first call for a point counts. */
  reach(point: keyof TurnLatency): void {
    const sinceMs = Math.max(0, Math.round(this.nowMs() - this.endedAtMs));
    this.times = { [point]: sinceMs, ...this.times };
  }
}
