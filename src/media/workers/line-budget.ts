const WINDOW_MS = 1_000;
/**
 * Many more than calls that wait for their streams make; to read them takes some ten milliseconds, and only while one
 * waits.
 */
const LINES_PER_WINDOW = 2_000;

/**
 * Bounds how many of a worker's warnings are read: whoever may connect can send packets that make some, as fast as
 * the network goes.
 */
export class LineBudget {
  private windowStartMs = -WINDOW_MS;
  private lines = 0;

  /** Counts a line. Gives 0 while there may be more, otherwise the time in milliseconds until there may. */
  take(nowMs: number): number {
    if (nowMs - this.windowStartMs >= WINDOW_MS) {
      this.windowStartMs = nowMs;
      this.lines = 0;
    }
    this.lines += 1;
    return this.lines <= LINES_PER_WINDOW ? 0 : this.windowStartMs + WINDOW_MS - nowMs;
  }
}
