import { FRAME_SAMPLES, MEL_BANDS, melPowers } from '../../common/audio/index.js';

/** So many bands of the mel scale are taken together: a codec doesn't keep more. */
const POOLED = 2;
export const BANDS = MEL_BANDS / POOLED;
const FLOOR = 1e-4;
/** After so many frames those that are kept are moved to the beginning. */
const MOVED_AFTER = 16;

const powers = new Float64Array(MEL_BANDS);

/** Sums over frames. */
export interface BandSums {
  /** Of each band's levels. */
  readonly levels: Float64Array;
  /** Of the squares of all levels. */
  squares: number;
  power: number;
}

export const noSums = (): BandSums => ({ levels: new Float64Array(BANDS), squares: 0, power: 0 });

/**
 * The latest frames of a sound as logarithms of the power in each band, with running sums: what is asked of them for
 * each moment of a voice, and for each way that an echo may take, costs a subtraction a band.
 */
export class BandLevels {
  private readonly levels: Float32Array;
  /** Before each frame, and after the last one. */
  private readonly levelSums: Float64Array;
  private readonly squareSums: Float64Array;
  private readonly powerSums: Float64Array;
  private first = 0;
  private end = 0;

  /** @param most Frames that are kept. */
  constructor(private readonly most: number) {
    const room = most + MOVED_AFTER;
    this.levels = new Float32Array(room * BANDS);
    this.levelSums = new Float64Array((room + 1) * BANDS);
    this.squareSums = new Float64Array(room + 1);
    this.powerSums = new Float64Array(room + 1);
  }

  get length(): number {
    return this.end - this.first;
  }

  /** Forgets all frames. */
  clear(): void {
    this.first = 0;
    this.end = 0;
    this.levelSums.fill(0, 0, BANDS);
    this.squareSums[0] = 0;
    this.powerSums[0] = 0;
  }

  /** @param samples A frame of 512 samples at 16 kHz. */
  push(samples: Int16Array): void {
    if (this.end === this.most + MOVED_AFTER) this.moveToBeginning();
    const { end, levels, levelSums, squareSums, powerSums } = this;
    melPowers(samples, 1, powers);
    let squares = squareSums[end] as number;
    let power = powerSums[end] as number;
    for (let band = 0; band < BANDS; band++) {
      const pooled = (powers[POOLED * band] as number) + (powers[POOLED * band + 1] as number);
      // As it is kept, so that the sums are those of what is kept.
      const level = Math.fround(Math.log10(pooled + FLOOR));
      const at = end * BANDS + band;
      levels[at] = level;
      levelSums[at + BANDS] = (levelSums[at] as number) + level;
      squares += level * level;
      power += pooled;
    }
    squareSums[end + 1] = squares;
    powerSums[end + 1] = power;
    this.end += 1;
    if (this.length > this.most) this.first += 1;
  }

  /** Takes the place of all frames. @param samples A frame begins every `hop` of them. */
  set(samples: Int16Array, hop: number): void {
    this.clear();
    for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += hop) {
      this.push(samples.subarray(at, at + FRAME_SAMPLES));
    }
  }

  /** Of `count` frames, the first of which is `index`; 0 is the oldest. */
  sum(index: number, count: number, into: BandSums): void {
    const from = this.first + index;
    const until = from + count;
    const { levelSums, squareSums, powerSums } = this;
    for (let band = 0; band < BANDS; band++) {
      into.levels[band] =
        (levelSums[until * BANDS + band] as number) - (levelSums[from * BANDS + band] as number);
    }
    into.squares = (squareSums[until] as number) - (squareSums[from] as number);
    into.power = (powerSums[until] as number) - (powerSums[from] as number);
  }

  /** Of the products of a frame's levels and another one's. */
  product(index: number, other: BandLevels, otherIndex: number): number {
    const ours = (this.first + index) * BANDS;
    const theirs = (other.first + otherIndex) * BANDS;
    let sum = 0;
    for (let band = 0; band < BANDS; band++) {
      sum += (this.levels[ours + band] as number) * (other.levels[theirs + band] as number);
    }
    return sum;
  }

  private moveToBeginning(): void {
    const { first, end } = this;
    this.levels.copyWithin(0, first * BANDS, end * BANDS);
    this.levelSums.copyWithin(0, first * BANDS, (end + 1) * BANDS);
    this.squareSums.copyWithin(0, first, end + 1);
    this.powerSums.copyWithin(0, first, end + 1);
    this.end -= first;
    this.first = 0;
  }
}
