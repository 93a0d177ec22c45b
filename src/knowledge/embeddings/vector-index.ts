import { setImmediate as others } from 'node:timers/promises';
import type { NearestPassages } from './nearest-passages.js';
import type { PackedVector } from './packed-vector.js';

/** Multiplications in a row, about two milliseconds, before others have their turn on this thread. */
const AT_ONCE = 1_000_000;

/** A passage and its vector. */
export interface IndexedVector {
  /** Of the row of the passage. */
  readonly number: number;
  readonly vector: PackedVector;
}

/** Vectors of a set of passages, compared one by one: exact, and quick enough for the passages of one agent. */
export class VectorIndex implements NearestPassages {
  private constructor(
    private readonly dimensions: number,
    private readonly passages: Float64Array,
    private readonly scales: Float32Array,
    private readonly numbers: Int8Array,
  ) {}

  /** Vectors of another length than the first are left out: they can't be compared. */
  static of(vectors: readonly IndexedVector[]): VectorIndex {
    const dimensions = vectors[0]?.vector.numbers.length ?? 0;
    const fitting = vectors.filter(({ vector }) => vector.numbers.length === dimensions);
    const numbers = new Int8Array(fitting.length * dimensions);
    for (const [row, { vector }] of fitting.entries()) numbers.set(vector.numbers, row * dimensions);
    return new VectorIndex(
      dimensions,
      Float64Array.from(fitting, ({ number }) => number),
      Float32Array.from(fitting, ({ vector }) => vector.scale),
      numbers,
    );
  }

  get size(): number {
    return this.passages.length;
  }

  get bytes(): number {
    return this.numbers.byteLength + this.scales.byteLength + this.passages.byteLength;
  }

  /** All vectors are of length 1. */
  async nearest(
    { numbers, scale }: PackedVector,
    limit: number,
    minSimilarity = -1,
  ): Promise<number[] | undefined> {
    if (numbers.length !== this.dimensions) return undefined;
    const wanted = Int32Array.from(numbers);
    const scores = new Float64Array(this.size);
    const rows = Math.max(1, Math.floor(AT_ONCE / this.dimensions));
    for (let from = 0; from < this.size; from += rows) {
      if (from > 0) await others();
      this.score(wanted, scores, from, Math.min(this.size, from + rows));
    }
    return best(scores, limit)
      .filter((row) => (scores[row] ?? 0) * scale >= minSimilarity)
      .map((row) => this.passages[row] ?? 0);
  }

  private score(wanted: Int32Array, scores: Float64Array, from: number, to: number): void {
    const { dimensions, numbers, scales } = this;
    for (let row = from; row < to; row++) {
      const start = row * dimensions;
      let sum = 0;
      // Whole numbers below 2^31 for as many dimensions as there may be: quicker than others.
      for (let n = 0; n < dimensions; n++)
        sum = (sum + Math.imul(wanted[n] as number, numbers[start + n] as number)) | 0;
      scores[row] = sum * (scales[row] as number);
    }
  }
}

/** Rows of the highest scores. */
function best(scores: Float64Array, limit: number): number[] {
  const kept: number[] = [];
  const scoreOf = (row: number | undefined) => (row === undefined ? -Infinity : (scores[row] ?? -Infinity));
  for (let row = 0; row < scores.length; row++) {
    if (kept.length >= limit && scoreOf(row) <= scoreOf(kept.at(-1))) continue;
    let at = kept.length;
    while (at > 0 && scoreOf(kept[at - 1]) < scoreOf(row)) at--;
    kept.splice(at, 0, row);
    if (kept.length > limit) kept.pop();
  }
  return kept;
}
