/** Samples below this (-50 dBFS) count as silence. */
export const AUDIBLE_SAMPLE = 100;
/** Silence kept before the first audible sample, to avoid a click. Softer sound is inaudible. */
const KEEP_MS = 5;
/** A longer silence is intended. */
const INTENDED_MS = 1_000;

/**
 * Trims leading silence of synthesized speech. Voices begin with 100 to 250 ms of it, which callers hear as latency.
 */
export class LeadingSilence {
  private readonly keepSamples: number;
  private leftToTrim: number;
  private held = new Int16Array(0);
  private over = false;

  /** @param sampleRateHz Rate of the input. @param mostMs Longer silence is trimmed to this. */
  constructor(sampleRateHz: number, mostMs = INTENDED_MS) {
    this.keepSamples = (sampleRateHz * KEEP_MS) / 1_000;
    this.leftToTrim = (sampleRateHz * mostMs) / 1_000;
  }

  /** @returns Samples to play now: none while they are silent, then all. */
  take(samples: Int16Array): Int16Array {
    if (this.over) return samples;
    const audible = firstAudible(samples);
    this.leftToTrim -= audible === -1 ? samples.length : audible;
    const silence = join(this.held, audible === -1 ? samples : samples.subarray(0, audible));
    this.held = silence.slice(-this.keepSamples);
    if (audible === -1 && this.leftToTrim > 0) return new Int16Array(0);
    this.over = true;
    return join(this.held, audible === -1 ? new Int16Array(0) : samples.subarray(audible));
  }

  /**
   * The end of the input.
   * @returns At most 5 ms of silence, so that silent speech is not empty.
   */
  finish(): Int16Array {
    if (this.over) return new Int16Array(0);
    this.over = true;
    return this.held;
  }
}

export const isAudible = (samples: Int16Array): boolean => firstAudible(samples) !== -1;

/** Ten times as fast as `findIndex` of a typed array. @returns -1 without one. */
function firstAudible(samples: Int16Array): number {
  for (let at = 0; at < samples.length; at++) if (Math.abs(samples[at] ?? 0) > AUDIBLE_SAMPLE) return at;
  return -1;
}

function join(first: Int16Array, second: Int16Array): Int16Array {
  const joined = new Int16Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
