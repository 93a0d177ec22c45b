/** Audio is taken to have been made at most so much before it arrived. */
const MAX_TRANSIT_MS = 100;
/** How much of a millisecond a millisecond adds to the transit that is subtracted, so that drift of clocks is followed. */
const SLEW = 0.001;

/**
 * Tells when the caller made a sound, on our clock. The packet that was the fastest so far took no time by definition; how much longer
 * another one was on its way shows in its timestamp. So jitter of the network does not show in when a caller fell silent.
 */
export class CallerTimeline {
  private offsetMs = Infinity;
  private lastMadeMs = -Infinity;

  /**
   * @param callerMs The end of the sound on the caller's clock.
   * @param nowMs When it was given out.
   * @returns the end of the sound on our clock: never later than now, never earlier than that of the sound before it.
   */
  madeAtMs(callerMs: number, nowMs: number): number {
    const slewMs = this.lastMadeMs === -Infinity ? 0 : Math.max(0, nowMs - this.lastMadeMs) * SLEW;
    this.offsetMs = Math.max(
      Math.min(this.offsetMs + slewMs, nowMs - callerMs),
      nowMs - callerMs - MAX_TRANSIT_MS,
    );
    this.lastMadeMs = Math.max(this.lastMadeMs, callerMs + this.offsetMs);
    return this.lastMadeMs;
  }

  /** The time of a sound that tells nothing of its way, because it comes later than others that were made after it. */
  lateAtMs(nowMs: number): number {
    this.lastMadeMs = Math.max(this.lastMadeMs, nowMs - MAX_TRANSIT_MS);
    return this.lastMadeMs;
  }

  /** The caller's clock begins anew. */
  restart(): void {
    this.offsetMs = Infinity;
  }
}
