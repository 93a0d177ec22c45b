/** Beeps of answering machines lie in here; a step is about what a piece of 20 ms can tell apart. */
const LOWEST_HZ = 350;
const HIGHEST_HZ = 2_400;
const STEP_HZ = 25;
/** Share of the energy that lies in a pure tone. Vowels have theirs in several harmonics. */
const TONE_SHARE = 0.8;

export interface Tone {
  readonly frequencyHz: number;
}

/**
 * The tone that a piece of audio consists of, found by Goertzel's algorithm; undefined where it is no pure tone.
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
  // A sine of amplitude A has the energy n A^2 / 2 in all, and (n A / 2)^2 at its frequency.
  const share = (2 * best.power) / (samples.length * total);
  return share >= TONE_SHARE ? { frequencyHz: best.frequencyHz } : undefined;
}

/** @param cycles A sample, of the frequency. */
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
