import { SOUND_RATE_HZ } from '../dialogues/sounds.js';

const FULL_SCALE = 32_767;
/** Level of a caller's voice at the server, after WebRTC's gain control. */
const USUAL_DBFS = -26;
/** Frames of 10 ms this much softer than the loudest one are pauses. */
const PAUSE_DB = 25;
const FRAME = SOUND_RATE_HZ / 100;

/** A linear congruential generator (constants of Numerical Recipes): 0 to 1, reproducible by seed. */
export function seededRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Normalizes the level of the loud parts. @param offsetDb Relative to the usual level. */
export function atUsualLevel(samples: Int16Array, offsetDb = 0): Int16Array {
  const powers: number[] = [];
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    powers.push(samples.subarray(at, at + FRAME).reduce((sum, sample) => sum + sample ** 2, 0) / FRAME);
  }
  const loudest = Math.max(...powers, 1);
  const loud = powers.filter((power) => power > loudest / 10 ** (PAUSE_DB / 10));
  const level = Math.sqrt(loud.reduce((sum, power) => sum + power, 0) / loud.length);
  return scaled(samples, (FULL_SCALE * 10 ** ((USUAL_DBFS + offsetDb) / 20)) / level);
}

/** A low-pass filter: four first-order filters in series. */
export function muffled(samples: Int16Array, cutoffHz: number): Int16Array {
  let signal = Float64Array.from(samples);
  const share = 1 - Math.exp((-2 * Math.PI * cutoffHz) / SOUND_RATE_HZ);
  for (let order = 0; order < 4; order++) {
    let value = 0;
    signal = signal.map((sample) => (value += share * (sample - value)));
  }
  return toPcm(signal);
}

/** From across a room: more reverberation than direct sound, and muffled. */
export function distant(samples: Int16Array, seed: number): Int16Array {
  const random = seededRandom(seed);
  const reverbSamples = Math.round((0.6 + 0.5 * random()) * SOUND_RATE_HZ);
  const signal = new Float64Array(samples.length + reverbSamples);
  samples.forEach((sample, at) => (signal[at] = sample * 0.3));
  for (let echo = 0; echo < 400; echo++) {
    const delay = Math.round((0.005 + random() ** 2 * 0.8) * SOUND_RATE_HZ);
    const gain = (random() - 0.5) * 10 ** ((-2.5 * delay) / reverbSamples);
    for (let at = 0; at < samples.length && at + delay < signal.length; at++) {
      signal[at + delay] = (signal[at + delay] ?? 0) + (samples[at] ?? 0) * gain * 0.4;
    }
  }
  return muffled(toPcm(signal), 2_500);
}

function scaled(samples: Int16Array, gain: number): Int16Array {
  return toPcm(Float64Array.from(samples, (sample) => sample * gain));
}

function toPcm(samples: Float64Array): Int16Array {
  return Int16Array.from(samples, (sample) =>
    Math.max(-FULL_SCALE, Math.min(FULL_SCALE, Math.round(sample))),
  );
}
