/** A message has more overhead than audio, and no one waits for audio from the middle of a turn. */
const PIECE_MS = 120;

/** Joins caller audio into pieces of 120 ms, for providers that receive explicit turns. */
export class GatheredAudio {
  private readonly piece: Int16Array;
  private filled = 0;

  /** @param send Called with each piece; its buffer is reused after the call returns. */
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

  /** Sends an incomplete piece. */
  flush(): void {
    const { filled } = this;
    this.filled = 0;
    if (filled > 0) this.send(this.piece.subarray(0, filled));
  }

  /** Drops an incomplete piece. */
  drop(): void {
    this.filled = 0;
  }
}
