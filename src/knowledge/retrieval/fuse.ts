/** Weight of matching all words relative to being nearest in meaning (docs/explanation/knowledge-search.md). */
const WORDS_WEIGHT = 0.4;

/** A passage found by its words. */
export interface InWords {
  readonly number: number;
  /** The share of the question's words that the passage has, weighted by rarity, 0 to 1. */
  readonly share: number;
}

/** A passage found by its meaning. */
export interface InMeaning {
  readonly number: number;
  /** Cosine. */
  readonly similarity: number;
}

/**
 * Merges both results, best first. A passage scores by its share of the words, and by its similarity on a scale from
 * `leastSimilarity`, which anything may have, to the nearest passage. Rank fusion would not do: a passage that shares
 * one frequent word with the question may well be first by words.
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
