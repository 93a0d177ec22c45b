const WINDOW_MS = 1_000;

/**
 * The sustained lag of a clock. It takes the minimum, so that a single stall of any length is ignored: a clock that was
 * on time once within a second keeps up.
 */
export class ClockLag {
  private windowEndsMs = 0;
  private least = Infinity;
  private leastBefore = 0;

  /** The minimum lag of the last one to two seconds, in milliseconds. */
  get steadyMs(): number {
    return Math.min(this.least, this.leastBefore);
  }

  /** Records how late the clock woke. */
  add(lateMs: number, nowMs: number): void {
    if (nowMs >= this.windowEndsMs) {
      this.leastBefore = Number.isFinite(this.least) ? this.least : 0;
      this.least = Infinity;
      this.windowEndsMs = nowMs + WINDOW_MS;
    }
    this.least = Math.min(this.least, Math.max(0, lateMs));
  }

  reset(): void {
    this.windowEndsMs = 0;
    this.least = Infinity;
    this.leastBefore = 0;
  }
}
