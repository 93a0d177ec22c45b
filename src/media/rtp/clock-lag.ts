const WINDOW_MS = 1_000;

/**
 * How far a clock is behind all the time. The least of its lags counts, so that a single stall says nothing,
 * however long it is: a clock that was on time once within a second keeps up.
 */
export class ClockLag {
  private windowEndsMs = 0;
  private least = Infinity;
  private leastBefore = 0;

  /** The least lag of the last one to two seconds, in milliseconds. */
  get steadyMs(): number {
    return Math.min(this.least, this.leastBefore);
  }

  /** How late the clock woke this time. */
  add(lateMs: number, nowMs: number): void {
    if (nowMs >= this.windowEndsMs) {
      this.leastBefore = Number.isFinite(this.least) ? this.least : 0;
      this.least = Infinity;
      this.windowEndsMs = nowMs + WINDOW_MS;
    }
    this.least = Math.min(this.least, Math.max(0, lateMs));
  }

  /** The clock stops. */
  reset(): void {
    this.windowEndsMs = 0;
    this.least = Infinity;
    this.leastBefore = 0;
  }
}
