const TICKS_PER_MS = 48;

/** Pacing of the packets of one stream. */
export class Pacing {
  /** Missing packets. */
  missing = 0;
  /** Per packet: deviation from the arrival time that its timestamp implies, relative to the previous one. */
  errorsMs: number[] = [];
  private last: { readonly sequence: number; readonly timestamp: number; readonly atMs: number } | undefined;

  get latestSequence(): number {
    return this.last?.sequence ?? 0;
  }

  note(sequence: number, timestamp: number, atMs: number): void {
    const { last } = this;
    if (last) {
      this.missing += Math.max(0, ((sequence - last.sequence - 1) << 16) >> 16);
      this.errorsMs.push(Math.abs(atMs - last.atMs - ((timestamp - last.timestamp) >>> 0) / TICKS_PER_MS));
    }
    this.last = { sequence, timestamp, atMs };
  }

  forget(): void {
    this.missing = 0;
    this.errorsMs = [];
  }
}
