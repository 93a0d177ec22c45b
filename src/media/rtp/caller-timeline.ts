export interface CallerTimelineOptions {
  /** Audio is taken to have been made at most this long before it arrived. */
  readonly maxTransitMs: number;
  /** Growth of the assumed transit per millisecond, so that a path that becomes longer is followed. */
  readonly slew: number;
}

/** To decide by: whoever waits for a caller must not take what is long past for the present. */
export const PRESENT: CallerTimelineOptions = { maxTransitMs: 100, slew: 0.001 };
/** To look back by: what a stall of the network or of the process held up belongs where it was spoken. */
export const PAST: CallerTimelineOptions = { maxTransitMs: 500, slew: 0.01 };

/**
 * Tells when the caller made a sound, on our clock. The packet that was the fastest so far took no time by
 * definition; how much longer another one was on its way shows in its timestamp. So jitter of the network does not
 * show in when a caller fell silent.
 */
export class CallerTimeline {
  private offsetMs = Infinity;
  private lastMadeMs = -Infinity;
  private lastAskedMs: number | undefined;

  constructor(private readonly options: CallerTimelineOptions) {}

  /**
   * @param callerMs The end of the sound on the caller's clock.
   * @param nowMs When it was given out.
   * @returns the end of the sound on our clock: never later than now, never earlier than that of the sound before it.
   */
  madeAtMs(callerMs: number, nowMs: number): number {
    const { maxTransitMs, slew } = this.options;
    const slewMs = this.lastAskedMs === undefined ? 0 : (nowMs - this.lastAskedMs) * slew;
    this.lastAskedMs = nowMs;
    this.offsetMs = Math.max(
      Math.min(this.offsetMs + slewMs, nowMs - callerMs),
      nowMs - callerMs - maxTransitMs,
    );
    this.lastMadeMs = Math.max(this.lastMadeMs, callerMs + this.offsetMs);
    return this.lastMadeMs;
  }

  /** The time of a sound that tells nothing of its way, because it comes later than others that were made after it. */
  lateAtMs(nowMs: number): number {
    this.lastMadeMs = Math.max(this.lastMadeMs, nowMs - this.options.maxTransitMs);
    return this.lastMadeMs;
  }

  /** The caller's clock restarts. */
  restart(): void {
    this.offsetMs = Infinity;
  }
}
