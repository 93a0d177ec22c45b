export interface CallerTimelineOptions {
  /** Upper bound of the assumed network delay. */
  readonly maxTransitMs: number;
  /** Growth of the assumed delay per millisecond, to follow a path that becomes longer. */
  readonly slew: number;
}

/** For live decisions: old audio must not be mistaken for current audio. */
export const PRESENT: CallerTimelineOptions = { maxTransitMs: 100, slew: 0.001 };
/** For records: audio delayed by a stall of the network or process keeps the time at which it was spoken. */
export const PAST: CallerTimelineOptions = { maxTransitMs: 500, slew: 0.01 };

/**
 * Estimates when the caller made a sound, on our clock. The fastest packet so far defines zero delay; timestamps show
 * the extra delay of others. Network jitter thus does not affect the time at which a caller fell silent.
 */
export class CallerTimeline {
  private offsetMs = Infinity;
  private lastMadeMs = -Infinity;
  private lastAskedMs: number | undefined;

  constructor(private readonly options: CallerTimelineOptions) {}

  /**
   * @param callerMs The end of the sound on the caller's clock.
   * @param nowMs The time of its delivery.
   * @returns The end of the sound on our clock: never in the future, never before that of the previous sound.
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

  /** The time of a sound that was overtaken by later ones and so reveals nothing about the delay. */
  lateAtMs(nowMs: number): number {
    this.lastMadeMs = Math.max(this.lastMadeMs, nowMs - this.options.maxTransitMs);
    return this.lastMadeMs;
  }

  restart(): void {
    this.offsetMs = Infinity;
  }
}
