import { AUDIBLE_SAMPLE } from './leading-silence.js';
import { joinedSamples } from './pcm.js';

/** Silence kept after the last audible sample, so that a soft ending isn't cut. */
const KEEP_MS = 40;
/** A longer silence is intended. */
const MAX_HELD_MS = 1_000;

/**
 * Trims trailing silence of a piece of synthesized speech that continues: voices end with 100 to 300 ms of it, which
 * within a sentence sounds like its end.
 */
export class TrailingSilence {
  private readonly keepSamples: number;
  private readonly mostSamples: number;
  private held: Int16Array[] = [];
  private heldSamples = 0;

  /** @param sampleRateHz Rate of the input. */
  constructor(sampleRateHz: number) {
    this.keepSamples = (sampleRateHz * KEEP_MS) / 1_000;
    this.mostSamples = (sampleRateHz * MAX_HELD_MS) / 1_000;
  }

  /** @returns Samples to play now: silence is held back until sound follows. */
  take(samples: Int16Array): Int16Array {
    const end = endOfSound(samples);
    const audible = end > 0 || this.heldSamples > this.mostSamples;
    const ready = audible ? joinedSamples([...this.held, samples.subarray(0, end)]) : new Int16Array(0);
    if (audible) this.forget();
    const rest = samples.subarray(end);
    if (rest.length > 0) this.held.push(rest);
    this.heldSamples += rest.length;
    return ready;
  }

  /**
   * The end of the input.
   * @returns The kept silence: at most 40 ms.
   */
  finish(): Int16Array {
    const kept = joinedSamples(this.held).slice(0, this.keepSamples);
    this.forget();
    return kept;
  }

  private forget(): void {
    this.held = [];
    this.heldSamples = 0;
  }
}

/** Ten times as fast as `findLastIndex` of a typed array. @returns 0 without one. */
function endOfSound(samples: Int16Array): number {
  let end = samples.length;
  while (end > 0 && Math.abs(samples[end - 1] ?? 0) <= AUDIBLE_SAMPLE) end--;
  return end;
}
