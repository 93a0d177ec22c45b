const TICKS_PER_MS = 48;

/** How evenly the packets of one stream come. */
export class Pacing {
  /** Packets that were left out. */
  missing = 0;
  /** Of each packet: how far it came from the moment that its timestamp promises, after the one before. */
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
