/** How little the first ranks count before the others (Cormack, Clarke and Büttcher, 2009, found 60). */
const RANK_CONSTANT = 60;

/**
 * Reciprocal rank fusion: one order out of several, of which nobody knows how their scores compare. What stands high
 * in several goes first; at equal places what stands in the first order.
 */
export function fuseRanks<T>(...orders: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const order of orders) {
    for (const [rank, one] of order.entries())
      scores.set(one, (scores.get(one) ?? 0) + 1 / (RANK_CONSTANT + rank + 1));
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([one]) => one);
}
