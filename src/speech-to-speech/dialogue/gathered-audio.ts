/** A message costs more than the sound in it, and nothing waits for the middle of a turn. */
const PIECE_MS = 120;

/** The caller's audio on its way to a provider that is told of turns: joined to pieces of 120 ms. */
export class GatheredAudio {
  private readonly piece: Int16Array;
  private filled = 0;

  /** @param send Given one piece after the other, each good until it returns. */
  constructor(
    sampleRateHz: number,
    private readonly send: (samples: Int16Array) => void,
  ) {
    this.piece = new Int16Array((sampleRateHz * PIECE_MS) / 1_000);
  }

  add(samples: Int16Array): void {
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + this.piece.length - this.filled);
      this.piece.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === this.piece.length) this.flush();
    }
  }

  /** Sends what hasn't filled a piece. */
  flush(): void {
    const { filled } = this;
    this.filled = 0;
    if (filled > 0) this.send(this.piece.subarray(0, filled));
  }

  /** Drops what hasn't filled a piece. */
  drop(): void {
    this.filled = 0;
  }
}
