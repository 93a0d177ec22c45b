import type { PackedVector } from './packed-vector.js';

/** Bit values of a signed 8-bit number, lowest first (two's complement). */
const PLACES = [1, 2, 4, 8, 16, 32, 64, -128] as const;

/** A bit of a stored number and one of a wanted number, with the weight of their product. */
interface Pair {
  readonly stored: number;
  readonly wanted: number;
  readonly weight: number;
}

const PAIRS: readonly Pair[] = PLACES.flatMap((one, stored) =>
  PLACES.map((other, wanted) => ({ stored, wanted, weight: one * other })),
);

/** Weights of the terms of a dot product; each term covers all pairs of one weight. */
export const TERM_WEIGHTS: readonly number[] = [...new Set(PAIRS.map(({ weight }) => weight))];

const TERMS = TERM_WEIGHTS.map((weight) => PAIRS.filter((pair) => pair.weight === weight));

/** The signs of a vector's numbers as a bit string: set if negative. */
export const signBits = ({ numbers }: PackedVector): string =>
  Array.from(numbers, (number) => (number < 0 ? '1' : '0')).join('');

export const numberBits = ({ numbers }: PackedVector): string => textOf(numbers);

/**
 * Bit strings, one per `TERM_WEIGHTS`: the dot product of `wanted` and stored numbers is the sum, over all of them, of
 * weight times the number of bits in common with the stored bit string.
 */
export function wantedBits({ numbers }: PackedVector): string[] {
  return TERMS.map((pairs) => {
    const bytes = numbers.map((number) =>
      pairs.reduce((byte, { stored, wanted }) => byte | (((number >> wanted) & 1) << stored), 0),
    );
    return textOf(bytes);
  });
}

const textOf = (bytes: Int8Array): string =>
  `x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
