/**
 * The two-sided sign test (Arbuthnot, 1710): the probability of a split at least this uneven if both versions were
 * equally good. 1 without differences.
 */
export function signTest(better: number, worse: number): number {
  const differing = better + worse;
  let tail = 0;
  // Probability of exactly k of them, from k = 0 on.
  let exactly = 0.5 ** differing;
  for (let k = 0; k <= Math.min(better, worse); k++) {
    tail += exactly;
    exactly *= (differing - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}
