/** How much finding all the words counts beside being nearest in meaning; docs/knowledge.md has how it was chosen. */
const WORDS_WEIGHT = 0.4;

/** A passage found by its words. */
export interface InWords {
  readonly number: number;
  /** Of what was said, the part that the passage has: its words by their rarity, 0 to 1. */
  readonly share: number;
}

/** A passage found by its meaning. */
export interface InMeaning {
  readonly number: number;
  /** Cosine. */
  readonly similarity: number;
}

/**
 * One order of what was found by words and by meaning, the best first. A passage counts for the part of the words that
 * it has, and for the part of the way from `leastSimilarity`, which anything may have, to the nearest passage. Ranks
 * would not do: a passage that shares a frequent word with a question may well be the first by words.
 * @param inMeaning The nearest first.
 */
export function fuse(
  inWords: readonly InWords[],
  inMeaning: readonly InMeaning[],
  leastSimilarity: number,
): number[] {
  const way = (inMeaning[0]?.similarity ?? 0) - leastSimilarity;
  const scores = new Map<number, number>();
  for (const { number, share } of inWords) scores.set(number, WORDS_WEIGHT * share);
  for (const { number, similarity } of inMeaning) {
    const near = way > 0 ? (similarity - leastSimilarity) / way : 1;
    scores.set(number, (scores.get(number) ?? 0) + near);
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([number]) => number);
}
