import { fromStored, packVector, toStored } from './packed-vector.js';
import { VectorIndex } from './vector-index.js';

const DIMENSIONS = 24;

/** Numbers that look random and are the same each time. */
function vectors(count: number): Float32Array[] {
  let seed = 7;
  const next = () => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: DIMENSIONS }, next);
    const length = Math.hypot(...vector);
    return vector.map((number) => number / length);
  });
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, n) => sum + number * (b[n] ?? 0), 0);

describe('vectors with 8 bits a number', () => {
  it('are stored and read again as they were', () => {
    const [vector = new Float32Array()] = vectors(1);
    const packed = packVector(vector);
    const read = fromStored(toStored(packed));
    expect([read.scale, [...read.numbers]]).toEqual([expect.closeTo(packed.scale, 6), [...packed.numbers]]);
    for (const [n, number] of read.numbers.entries())
      expect(number * read.scale).toBeCloseTo(vector[n] ?? 0, 2);
  });

  it('are found in the order of their nearness, also where so many are compared that others have a turn', async () => {
    const all = vectors(100_000);
    const index = VectorIndex.of(all.map((vector, number) => ({ number, vector: packVector(vector) })));
    const wanted = all[4_321] ?? new Float32Array();
    const exact = all.map((vector, number) => [number, dot(vector, wanted)] as const);
    const [nearest = []] = exact.sort(([, a], [, b]) => b - a);
    const found = (await index.nearest(packVector(wanted), 5)) ?? [];
    expect([found.length, found[0], nearest[0]]).toEqual([5, 4_321, 4_321]);
    const scores = found.map((number) => dot(all[number] ?? wanted, wanted));
    // No better one was missed by more than 8 bits can tell.
    expect(exact[4]?.[1] ?? 1).toBeLessThan((scores[4] ?? 0) + 0.02);
  });

  it('are found only from a similarity on that is asked for', async () => {
    const all = vectors(2_000);
    const index = VectorIndex.of(all.map((vector, number) => ({ number, vector: packVector(vector) })));
    const wanted = all[7] ?? new Float32Array();
    const similar = all.flatMap((vector, number) => (dot(vector, wanted) >= 0.52 ? [number] : []));
    const found = (await index.nearest(packVector(wanted), all.length, 0.5)) ?? [];
    expect(similar.length).toBeGreaterThan(1);
    expect(found).toEqual(expect.arrayContaining(similar));
    expect(found.filter((number) => dot(all[number] ?? wanted, wanted) < 0.48)).toEqual([]);
    expect(await index.nearest(packVector(wanted.map((number) => -number)), 5, 0.95)).toEqual([]);
  });

  it('of another length are neither found nor compared', async () => {
    const [one = new Float32Array(), other = new Float32Array()] = vectors(2);
    const index = VectorIndex.of([
      { number: 1, vector: packVector(one) },
      { number: 2, vector: packVector(other.slice(1)) },
    ]);
    expect(await index.nearest(packVector(one), 5)).toEqual([1]);
    expect(await index.nearest(packVector(other.slice(1)), 5)).toBeUndefined();
  });
});
