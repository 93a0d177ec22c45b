const RATE_HZ = 16_000;
/** Window for the detection of pauses. */
const WINDOW_SAMPLES = RATE_HZ / 50;
/** Longer segments are cut at their quietest point, because the recognizer was trained on short ones. */
const LONGEST_SAMPLES = 12 * RATE_HZ;
const LEAST_SAMPLES = 4 * RATE_HZ;
/** Minimum windows of a pause. */
const PAUSE_WINDOWS = 12;
/** Windows of a pause at which the recognizer may stop: 300 ms. */
const LONG_PAUSE_WINDOWS = 15;
/** Target level of voices: root mean square of their loud windows, in dB below full scale. */
const LEVEL_DBFS = -17;
/** Windows this much quieter than the loudest one are pauses. */
const PAUSE_DB = 20;
/** A higher gain would amplify silence to noise. */
const MOST_GAIN = 30;
/** Silence around a segment. */
const AROUND_SAMPLES = RATE_HZ / 20;

/** Splits a turn at pauses into segments of the length that the recognizer handles well. */
export function piecesOf(samples: Int16Array): Int16Array[] {
  if (samples.length <= LONGEST_SAMPLES) return [samples];
  const cut = softestAt(samples, LEAST_SAMPLES, LONGEST_SAMPLES);
  return [samples.subarray(0, cut), ...piecesOf(samples.subarray(cut))];
}

/** Speech after the longest pause of a sound. */
export interface AfterPause {
  readonly samples: Int16Array;
  /** Share of the speech that it is, 0 to 1. */
  readonly share: number;
}

/** Undefined if the speech has no long pause. */
export function afterPause(samples: Int16Array): AfterPause | undefined {
  const energies = energiesOf(samples);
  const least = energies.reduce((most, energy) => Math.max(most, energy), 0) / 10 ** (PAUSE_DB / 10);
  const spoken = energies.flatMap((energy, at) => (energy > least ? [at] : []));
  const gaps = spoken.slice(1).map((at, index) => at - (spoken[index] ?? 0));
  const longest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
  if (longest < LONG_PAUSE_WINDOWS) return undefined;
  const next = gaps.indexOf(longest) + 1;
  const from = Math.round((spoken[next] ?? 0) - longest / 2) * WINDOW_SAMPLES;
  return { samples: samples.subarray(from), share: (spoken.length - next) / spoken.length };
}

function softestAt(samples: Int16Array, from: number, to: number): number {
  const energies = energiesOf(samples.subarray(from, to));
  let [best, least] = [0, Infinity];
  let sum = 0;
  energies.forEach((energy, at) => {
    sum += energy - (energies[at - PAUSE_WINDOWS] ?? 0);
    if (at < PAUSE_WINDOWS - 1 || sum > least) return;
    [best, least] = [at - PAUSE_WINDOWS / 2 + 1, sum];
  });
  return from + best * WINDOW_SAMPLES;
}

/** Normalizes a segment's level and pads it with silence. */
export function prepared(samples: Int16Array): Float32Array<ArrayBuffer> {
  const energies = energiesOf(samples);
  const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0);
  const loud = energies.filter((energy) => energy > loudest / 10 ** (PAUSE_DB / 10));
  const level = Math.sqrt(loud.reduce((total, energy) => total + energy, 0) / Math.max(1, loud.length));
  const gain = Math.min(MOST_GAIN, 10 ** (LEVEL_DBFS / 20) / Math.max(level, 1e-6));
  const sound = new Float32Array(samples.length + 2 * AROUND_SAMPLES);
  samples.forEach((sample, at) => {
    sound[AROUND_SAMPLES + at] = Math.max(-1, Math.min(1, (gain * sample) / 32_768));
  });
  return sound;
}

/** Mean squares of windows, 0 to 1. */
function energiesOf(samples: Int16Array): number[] {
  const energies: number[] = [];
  for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += WINDOW_SAMPLES) {
    let sum = 0;
    for (let k = at; k < at + WINDOW_SAMPLES; k++) sum += ((samples[k] ?? 0) / 32_768) ** 2;
    energies.push(sum / WINDOW_SAMPLES);
  }
  return energies;
}
