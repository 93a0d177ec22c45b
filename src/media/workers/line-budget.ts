const WINDOW_MS = 1_000;
/**
 * Far more than calls waiting for their streams cause. Reading them takes about ten milliseconds, and only while a call
 * waits.
 */
const LINES_PER_WINDOW = 2_000;

/** Limits how many worker warnings are read: anyone who can connect can trigger them at line rate. */
export class LineBudget {
  private windowStartMs = -WINDOW_MS;
  private lines = 0;

  /** Counts a line. Returns 0 within the budget, otherwise the milliseconds until it resets. */
  take(nowMs: number): number {
    if (nowMs - this.windowStartMs >= WINDOW_MS) {
      this.windowStartMs = nowMs;
      this.lines = 0;
    }
    this.lines += 1;
    return this.lines <= LINES_PER_WINDOW ? 0 : this.windowStartMs + WINDOW_MS - nowMs;
  }
}
