import type { SampleRateHz } from '../media-session.js';

/** ITU-T Q.23: each key is one row and one column frequency. */
const ROWS_HZ = [697, 770, 852, 941] as const;
const COLUMNS_HZ = [1_209, 1_336, 1_477, 1_633] as const;
const KEYS = ['123A', '456B', '789C', '*0#D'] as const;
/** ITU-T Q.24: a key and the pause after it last at least 40 ms, so two 20 ms frames fit into each. */
const FRAMES_ON = 2;
const FRAMES_OFF = 2;
/**
 * Minimum share of a frame's energy in the two tones, even 1.5 % off frequency. Speech spreads over more frequencies.
 */
const LEAST_SHARE = 0.6;
/** ITU-T Q.24: the column is up to 4 dB louder than the row, or up to 8 dB softer, as energies; with 2 dB of slack. */
const MOST_TWIST = 10 ** 0.6;
const MOST_REVERSE_TWIST = 10 ** 1;
/** Minimum ratio to the next strongest row and column. */
const LEAST_LEAD = 6;
/** Minimum mean square per sample, about -43 dBm0. */
const LEAST_ENERGY = 50 ** 2;

interface Tone {
  readonly index: number;
  readonly energy: number;
}

/** Detects DTMF in 20 ms frames (Goertzel filters), once per key press. */
export class ToneKeys {
  private readonly rows: readonly number[];
  private readonly columns: readonly number[];
  private key: string | undefined;
  private seen = 0;
  private missed = 0;
  private isTold = false;

  constructor(sampleRateHz: SampleRateHz) {
    const coefficient = (hz: number) => 2 * Math.cos((2 * Math.PI * hz) / sampleRateHz);
    this.rows = ROWS_HZ.map(coefficient);
    this.columns = COLUMNS_HZ.map(coefficient);
  }

  /** The key confirmed by this frame; otherwise undefined. */
  take(samples: Int16Array): string | undefined {
    const key = this.keyIn(samples);
    if (key === undefined) {
      this.missed += 1;
      if (this.missed >= FRAMES_OFF) this.key = undefined;
      return undefined;
    }
    this.missed = 0;
    if (key !== this.key) {
      this.key = key;
      this.seen = 0;
      this.isTold = false;
    }
    this.seen += 1;
    if (this.isTold || this.seen < FRAMES_ON) return undefined;
    this.isTold = true;
    return key;
  }

  private keyIn(samples: Int16Array): string | undefined {
    let total = 0;
    for (const sample of samples) total += sample * sample;
    if (total < LEAST_ENERGY * samples.length) return undefined;
    const row = strongest(samples, this.rows);
    const column = row && strongest(samples, this.columns);
    if (!row || !column) return undefined;
    const twist = column.energy / row.energy;
    if (twist > MOST_TWIST || twist < 1 / MOST_REVERSE_TWIST) return undefined;
    return row.energy + column.energy >= LEAST_SHARE * total ? KEYS[row.index]?.[column.index] : undefined;
  }
}

/** The tone that clearly dominates the others; its energy is comparable with the sum of squares. */
function strongest(samples: Int16Array, coefficients: readonly number[]): Tone | undefined {
  const tones = coefficients
    .map((coefficient, index) => ({ index, energy: energyOf(samples, coefficient) }))
    .sort((one, other) => other.energy - one.energy);
  const [first, second] = tones;
  return first && second && first.energy > LEAST_LEAD * second.energy ? first : undefined;
}

/** A pure sine yields its sum of squares. */
function energyOf(samples: Int16Array, coefficient: number): number {
  let [last, before] = [0, 0];
  for (const sample of samples) [last, before] = [sample + coefficient * last - before, last];
  const power = last * last + before * before - coefficient * last * before;
  return (2 * power) / samples.length;
}
