/**
 * Non-speech sounds at a caller's microphone, generated so that every run is identical. Mono, 16 kHz, signed 16 bit.
 */

export const SOUND_RATE_HZ = 16_000;

const SAMPLES_PER_MS = SOUND_RATE_HZ / 1_000;
const FULL_SCALE = 32_767;

/** Frequency range of a cough's energy, by spectra in the cough detection literature (mostly below 3 kHz). */
const COUGH_LOW_HZ = 300;
const COUGH_HIGH_HZ = 3_000;
/** The explosive phase of a cough lasts some 50 ms, the rest about a quarter of a second. */
const COUGH_BURST_MS = 50;
const COUGH_TAIL_MS = 250;
const COUGH_PEAK = 0.4;

export const silence = (durationMs: number) => new Int16Array(Math.round(durationMs * SAMPLES_PER_MS));

export const durationMs = (samples: Int16Array) => samples.length / SAMPLES_PER_MS;

/** Without the silence at the ends. @param quiet Samples up to this are silence; before the sound, up to the last. */
export function trimmed(samples: Int16Array, quiet: number, quietBefore = quiet): Int16Array {
  const isOver = (least: number) => (sample: number) => Math.abs(sample) > least;
  return samples.slice(samples.findIndex(isOver(quietBefore)), samples.findLastIndex(isOver(quiet)) + 1);
}

/** A decaying burst of band-limited noise. */
export function cough(seed: number): Int16Array {
  const random = seededRandom(seed);
  const lowPass = onePole(COUGH_HIGH_HZ);
  const rumble = onePole(COUGH_LOW_HZ);
  const length = (COUGH_BURST_MS + COUGH_TAIL_MS) * SAMPLES_PER_MS;
  const shaped = Array.from({ length }, (_, index) => {
    const elapsedMs = index / SAMPLES_PER_MS;
    const rise = Math.min(1, elapsedMs / 5);
    const fall = elapsedMs < COUGH_BURST_MS ? 1 : 0.5 * Math.exp(-(elapsedMs - COUGH_BURST_MS) / 90);
    const sound = lowPass(2 * random() - 1);
    return rise * fall * (sound - rumble(sound));
  });
  const loudest = Math.max(...shaped.map(Math.abs));
  return Int16Array.from(shaped, (value) => (value / loudest) * COUGH_PEAK * FULL_SCALE);
}

/** Babble: each sentence looped, starting at a different position. */
export function babble(voices: readonly Int16Array[], lengthMs: number, levelDbfs: number): Int16Array {
  const samples = new Float64Array(lengthMs * SAMPLES_PER_MS);
  voices.forEach((voice, number) => {
    const offset = Math.round((voice.length * number) / voices.length);
    for (let index = 0; index < samples.length; index++)
      samples[index] = (samples[index] ?? 0) + (voice[(index + offset) % voice.length] ?? 0);
  });
  return atLevel(samples, levelDbfs);
}

function atLevel(samples: Float64Array, levelDbfs: number): Int16Array {
  const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const gain = (FULL_SCALE * 10 ** (levelDbfs / 20)) / Math.sqrt(meanSquare);
  return Int16Array.from(samples, (sample) => Math.max(-FULL_SCALE, Math.min(FULL_SCALE, sample * gain)));
}

/** A first-order low-pass filter. */
function onePole(cutoffHz: number): (sample: number) => number {
  const share = 1 - Math.exp((-2 * Math.PI * cutoffHz) / SOUND_RATE_HZ);
  let value = 0;
  return (sample) => (value += share * (sample - value));
}

/** A linear congruential generator (constants of Numerical Recipes): 0 to 1, reproducible by seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
