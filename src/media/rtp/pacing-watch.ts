const WINDOW_MS = 1_000;
/** Windows that are looked back on. */
const WINDOWS = 5;
/** Of the last three windows so many must be late: a single stall is no load that a refusal could take away. */
const LATE_TO_SHED = 2;
const LOOKED_AT_TO_SHED = 3;
/** One frame in so many may be later. */
const FRAMES_A_LATE_ONE = 100;
/** Ten calls for a second: with fewer it is not the calls that make the process late. */
const FEWEST_FRAMES = 500;
/** Lateness beyond this counts as this. */
const MOST_MS = 250;

interface PacingWindow {
  endsMs: number;
  frames: number;
  /** Frames by how late they were, in whole milliseconds. */
  readonly byLateness: Uint32Array;
}

/**
 * How late the frames of all calls go out, and whether that is so often too late that no more calls should come: from
 * two of three seconds on in which one frame in a hundred was later than the limit, until five seconds in a row in
 * which none were.
 */
export class PacingWatch {
  private current = newWindow(0);
  /** The 99th percentiles of the last windows, the latest first; of windows with too few frames 0. */
  private past: number[] = [];
  private shedding = false;

  /** @param limitMs How late one frame in a hundred may be; 0: as late as it is. */
  constructor(private readonly limitMs: number) {}

  /** Whether there is no room for another call. */
  isBehind(nowMs: number): boolean {
    this.closeUntil(nowMs);
    return this.shedding;
  }

  /** The worst second of the last five: how late one frame in a hundred of it was at least, in milliseconds. */
  worstMs(nowMs: number): number {
    this.closeUntil(nowMs);
    return Math.max(0, ...this.past);
  }

  /** So many frames go out late by so much. */
  add(lateMs: number, frames: number, nowMs: number): void {
    this.closeUntil(nowMs);
    const late = Math.min(MOST_MS, Math.max(0, Math.floor(lateMs)));
    this.current.byLateness[late] = (this.current.byLateness[late] ?? 0) + frames;
    this.current.frames += frames;
  }

  private closeUntil(nowMs: number): void {
    const { current } = this;
    if (nowMs < current.endsMs) return;
    // What was not watched since then had nobody to be late for.
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
