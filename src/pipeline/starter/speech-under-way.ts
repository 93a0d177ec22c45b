import { joinedSamples } from '../../audio/index.js';

/** Speech that is being synthesized, for any number of readers. */
export class SpeechUnderWay {
  /** The complete audio. Rejects if synthesis failed. */
  readonly whole: Promise<Int16Array>;
  private readonly pieces: Int16Array[] = [];
  private waiting: (() => void)[] = [];
  private isOver = false;

  constructor(make: (onPiece: (samples: Int16Array) => void) => Promise<void>) {
    this.whole = make((samples) => this.add(samples))
      .then(() => joinedSamples(this.pieces))
      .finally(() => {
        this.isOver = true;
        this.wake();
      });
  }

  /** Reads from the beginning: first the available audio, then the rest as it arrives. */
  async *read(): AsyncGenerator<Int16Array> {
    for (let at = 0; !this.isOver || at < this.pieces.length;) {
      const piece = this.pieces[at];
      if (!piece) {
        await new Promise<void>((resolve) => this.waiting.push(resolve));
        continue;
      }
      at++;
      yield piece;
    }
    await this.whole;
  }

  private add(samples: Int16Array): void {
    this.pieces.push(samples);
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
