/** The range of answering-machine beeps. A step is about the resolution of a 20 ms chunk. */
const LOWEST_HZ = 350;
const HIGHEST_HZ = 2_400;
const STEP_HZ = 25;
/** Minimum share of energy in a pure tone. Vowels spread theirs over several harmonics. */
const TONE_SHARE = 0.8;

export interface Tone {
  readonly frequencyHz: number;
}

/**
 * Detects a pure tone with Goertzel's algorithm; undefined if there is none.
 * @param samples 20 ms or more.
 */
export function toneIn(samples: Int16Array, sampleRateHz: number): Tone | undefined {
  let total = 0;
  for (const sample of samples) total += sample * sample;
  if (total === 0) return undefined;
  let best = { power: 0, frequencyHz: 0 };
  for (let frequencyHz = LOWEST_HZ; frequencyHz <= HIGHEST_HZ; frequencyHz += STEP_HZ) {
    const power = powerAt(samples, frequencyHz / sampleRateHz);
    if (power > best.power) best = { power, frequencyHz };
  }
  // A sine of amplitude A has energy n A^2 / 2 in total and (n A / 2)^2 at its frequency.
  const share = (2 * best.power) / (samples.length * total);
  return share >= TONE_SHARE ? { frequencyHz: best.frequencyHz } : undefined;
}

/** @param cycles Frequency in cycles per sample. */
function powerAt(samples: Int16Array, cycles: number): number {
  const coefficient = 2 * Math.cos(2 * Math.PI * cycles);
  let [last, beforeLast] = [0, 0];
  for (const sample of samples) {
    const next = sample + coefficient * last - beforeLast;
    beforeLast = last;
    last = next;
  }
  return last * last + beforeLast * beforeLast - coefficient * last * beforeLast;
}
