import { MEL_FRAME_SAMPLES, MEL_HOP_SAMPLES, MEL_BANDS, melPowers } from '../../../audio/index.js';

const TRAINED_LEVEL_DBFS = -26;
/** Maximum gain, for callers who are much louder or quieter than that. */
const MOST_GAIN_DB = 20;
/** Keeps the logarithm of silence finite; in units of power of samples between -1 and 1. */
const FLOOR = 1e-6;

/** Computes the network's input: one frame per 10 ms, normalized to the level of the training data. */
export class SoundFrames {
  private readonly gain: number;
  private readonly window = new Int16Array(MEL_FRAME_SAMPLES);
  private readonly powers = new Float64Array(MEL_BANDS);
  private readonly frame = new Float32Array(MEL_BANDS);
  private filled = MEL_FRAME_SAMPLES - MEL_HOP_SAMPLES;

  /** @param take Receives each frame, and may not keep it. */
  constructor(
    private readonly take: (frame: Float32Array) => void,
    usualLevelDbfs = TRAINED_LEVEL_DBFS,
  ) {
    const gainDb = Math.max(-MOST_GAIN_DB, Math.min(MOST_GAIN_DB, TRAINED_LEVEL_DBFS - usualLevelDbfs));
    this.gain = 10 ** (gainDb / 20);
  }

  /** @param samples Mono, 16 kHz. */
  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + MEL_FRAME_SAMPLES - this.filled);
      this.window.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === MEL_FRAME_SAMPLES) this.finish();
    }
  }

  private finish(): void {
    melPowers(this.window, this.gain, this.powers);
    for (let band = 0; band < MEL_BANDS; band++) this.frame[band] = logOfBand(this.powers[band] ?? 0);
    this.window.copyWithin(0, MEL_HOP_SAMPLES);
    this.filled = MEL_FRAME_SAMPLES - MEL_HOP_SAMPLES;
    this.take(this.frame);
  }
}

/** The logarithm of a band's power, scaled as in training. */
function logOfBand(powerInBand: number): number {
  return (Math.log(powerInBand + FLOOR) + 2) / 4;
}
