import type { PackedVector } from './packed-vector.js';

/** What the bits of a number of 8 bits with a sign stand for, the lowest first (two's complement). */
const PLACES = [1, 2, 4, 8, 16, 32, 64, -128] as const;

/** A bit of a stored number and one of a wanted number, whose products count `weight` times. */
interface Pair {
  readonly stored: number;
  readonly wanted: number;
  readonly weight: number;
}

const PAIRS: readonly Pair[] = PLACES.flatMap((one, stored) =>
  PLACES.map((other, wanted) => ({ stored, wanted, weight: one * other })),
);

/** Of the terms that make a dot product, each for all pairs of one weight. */
export const TERM_WEIGHTS: readonly number[] = [...new Set(PAIRS.map(({ weight }) => weight))];

const TERMS = TERM_WEIGHTS.map((weight) => PAIRS.filter((pair) => pair.weight === weight));

/** The signs of a vector's numbers, as text of a bit string: set where one is negative. */
export const signBits = ({ numbers }: PackedVector): string =>
  Array.from(numbers, (number) => (number < 0 ? '1' : '0')).join('');

/** The numbers themselves, as text of a bit string. */
export const numberBits = ({ numbers }: PackedVector): string => textOf(numbers);

/**
 * Bit strings, one for each of `TERM_WEIGHTS`: the dot product of `wanted` and stored numbers is the sum of the weights
 * times the bits that a stored bit string has in common with each.
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
