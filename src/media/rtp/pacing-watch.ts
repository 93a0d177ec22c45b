const WINDOW_MS = 1_000;
/** The number of windows considered. */
const WINDOWS = 5;
/** Late windows of the last three that signal overload: a single stall is not load that refusals could reduce. */
const LATE_TO_SHED = 2;
const LOOKED_AT_TO_SHED = 3;
/** One frame in this many may be later. */
const FRAMES_A_LATE_ONE = 100;
/** One second of ten calls; with fewer, calls are not the cause of lateness. */
const FEWEST_FRAMES = 500;
/** Lateness is capped at this value. */
const MOST_MS = 250;

interface PacingWindow {
  endsMs: number;
  frames: number;
  /** Frames by lateness in whole milliseconds. */
  readonly byLateness: Uint32Array;
}

/**
 * Tracks the lateness of frames across all calls and decides whether to refuse further ones. Overload begins when the
 * 99th percentile exceeded the limit in two of three seconds, and ends after five seconds in a row below it.
 */
export class PacingWatch {
  private current = newWindow(0);
  /** 99th percentiles of the last windows, latest first; 0 for windows with too few frames. */
  private past: number[] = [];
  private shedding = false;

  /** @param limitMs 99th percentile that counts as late; 0 for no limit. */
  constructor(private readonly limitMs: number) {}

  /** True if there is no capacity for another call. */
  isBehind(nowMs: number): boolean {
    this.closeUntil(nowMs);
    return this.shedding;
  }

  /** The highest 99th percentile of the last five seconds, in milliseconds. */
  worstMs(nowMs: number): number {
    this.closeUntil(nowMs);
    return Math.max(0, ...this.past);
  }

  /** Records that many frames with this lateness. */
  add(lateMs: number, frames: number, nowMs: number): void {
    this.closeUntil(nowMs);
    const late = Math.min(MOST_MS, Math.max(0, Math.floor(lateMs)));
    this.current.byLateness[late] = (this.current.byLateness[late] ?? 0) + frames;
    this.current.frames += frames;
  }

  private closeUntil(nowMs: number): void {
    const { current } = this;
    if (nowMs < current.endsMs) return;
    // Without recent frames there were no calls, so past windows do not count.
    if (nowMs >= current.endsMs + WINDOWS * WINDOW_MS) this.past = [];
    for (let at = current.endsMs; at <= nowMs && at < current.endsMs + WINDOWS * WINDOW_MS; at += WINDOW_MS) {
      this.conclude(percentileOf(current));
      current.byLateness.fill(0);
      current.frames = 0;
    }
    current.endsMs = nowMs + WINDOW_MS;
  }

  private conclude(lateMs: number): void {
    this.past = [lateMs, ...this.past].slice(0, WINDOWS);
    if (this.limitMs === 0) return;
    const isLate = (ms: number) => ms > this.limitMs;
    if (this.past.slice(0, LOOKED_AT_TO_SHED).filter(isLate).length >= LATE_TO_SHED) this.shedding = true;
    else if (!this.past.some(isLate)) this.shedding = false;
  }
}

const newWindow = (endsMs: number): PacingWindow => ({
  endsMs,
  frames: 0,
  byLateness: new Uint32Array(MOST_MS + 1),
});

function percentileOf({ frames, byLateness }: PacingWindow): number {
  if (frames < FEWEST_FRAMES) return 0;
  let later = 0;
  for (let ms = MOST_MS; ms > 0; ms -= 1) {
    later += byLateness[ms] ?? 0;
    if (later * FRAMES_A_LATE_ONE > frames) return ms;
  }
  return 0;
}
