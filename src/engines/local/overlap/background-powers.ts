import { FRAME_SAMPLES, MEL_BANDS, melPowers } from '../../../common/audio/index.js';

/** From one frame that is looked at to the next: some of them tell as much as all. */
const STRIDE_SAMPLES = 320;
/** The part of the frames that is softer than what goes on between words. */
const SOFT_SHARE = 0.25;
/** Frames this much more powerful than those hold the caller's own earlier words. */
const OWN_VOICE = 10;
/** So many times the mean is taken away, since a background is louder now and then (Berouti and others, 1979). */
const TAKEN = 2;
/**
 * The mean against those soft frames: the network has learned to hear through a steady noise, and less of it is taken
 * away.
 */
const STEADY = 1.2;
const UNSTEADY = 1.7;
/** What is left at least of a band (10 dB below it), so that no holes come where nothing was. */
const LEAST_SHARE = 0.1;

/** What went on around the caller before its voice began, and is to be taken out of it (spectral subtraction). */
export class BackgroundPowers {
  private readonly taken: Float64Array;

  /**
   * @param before Of the microphone, before the voice; fewer than `FRAME_SAMPLES` samples tell nothing.
   * @param gain What they are multiplied by, as the voice will be.
   */
  constructor(before: Int16Array, gain: number) {
    const frames = framesOf(before, gain);
    const soft = softPower(frames);
    const mean = meanOf(frames.filter((powers) => totalOf(powers) <= OWN_VOICE * soft));
    const unsteadiness = (totalOf(mean) / soft - STEADY) / (UNSTEADY - STEADY);
    const times = soft > 0 ? TAKEN * Math.max(0, Math.min(1, unsteadiness)) : 0;
    this.taken = mean.map((power) => times * power);
  }

  /** Takes it out of one frame of the voice, in place. */
  takeFrom(powers: Float64Array): void {
    for (let band = 0; band < powers.length; band++) {
      const heard = powers[band] ?? 0;
      powers[band] = Math.max(LEAST_SHARE * heard, heard - (this.taken[band] ?? 0));
    }
  }
}

function framesOf(samples: Int16Array, gain: number): Float64Array[] {
  const frames: Float64Array[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += STRIDE_SAMPLES) {
    const powers = new Float64Array(MEL_BANDS);
    melPowers(samples.subarray(at, at + FRAME_SAMPLES), gain, powers);
    frames.push(powers);
  }
  return frames;
}

function softPower(frames: readonly Float64Array[]): number {
  const sorted = frames.map(totalOf).sort((first, second) => first - second);
  return sorted[Math.floor(sorted.length * SOFT_SHARE)] ?? 0;
}

function totalOf(powers: Float64Array): number {
  return powers.reduce((sum, power) => sum + power, 0);
}

function meanOf(frames: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(MEL_BANDS);
  for (const powers of frames) powers.forEach((power, band) => (mean[band] = (mean[band] ?? 0) + power));
  return mean.map((sum) => sum / Math.max(1, frames.length));
}
