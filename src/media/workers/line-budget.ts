const WINDOW_MS = 1_000;
/** Eight calls that wait for their streams make as many; to read them takes a few milliseconds. */
const LINES_PER_WINDOW = 400;

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
