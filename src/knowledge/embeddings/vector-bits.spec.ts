import { fromStored, packVector, toStored } from './packed-vector.js';
import { numberBits, signBits, TERM_WEIGHTS, wantedBits } from './vector-bits.js';

const VECTOR = Float32Array.of(0.5, -0.25, 0.1, -1, 0.99, 0, -0.007, 0.3);
const OTHER = Float32Array.of(-1, 0.7, 0.2, -0.5, 0.01, 1, -0.6, -0.3);

const bytesOf = (bits: string) => [...Buffer.from(bits.slice(1), 'hex')];
const onesInCommon = (one: string, other: string) =>
  bytesOf(one).reduce((sum, byte, n) => {
    const common = byte & (bytesOf(other)[n] ?? 0);
    return sum + [...common.toString(2)].filter((bit) => bit === '1').length;
  }, 0);

describe('8-bit vector bits', () => {
  it('survive a round trip through storage', () => {
    const packed = packVector(VECTOR);
    const read = fromStored(toStored(packed));
    expect([read.scale, [...read.numbers]]).toEqual([expect.closeTo(packed.scale, 6), [...packed.numbers]]);
    for (const [n, number] of read.numbers.entries())
      expect(number * read.scale).toBeCloseTo(VECTOR[n] ?? 0, 2);
  });

  it.each([
    [VECTOR, OTHER],
    [OTHER, VECTOR],
    [VECTOR, VECTOR],
    [Float32Array.of(-1, -1), Float32Array.of(-1, 1)],
  ])('give the dot product of their common bits', (one, other) => {
    const [stored, wanted] = [packVector(one), packVector(other)];
    const exact = stored.numbers.reduce((sum, number, n) => sum + number * (wanted.numbers[n] ?? 0), 0);
    const masks = wantedBits(wanted);
    expect(masks).toHaveLength(TERM_WEIGHTS.length);
    const found = masks.map((mask, n) => (TERM_WEIGHTS[n] ?? 0) * onesInCommon(numberBits(stored), mask));
    expect(found.reduce((sum, term) => sum + term, 0)).toBe(exact);
  });

  it("have one bit for each component's sign", () => {
    expect(signBits(packVector(VECTOR))).toBe('01010010');
  });
});
