/**
 * The two-sided sign test (Arbuthnot, 1710): how likely calls that differ would fall so unevenly, or more so, if a
 * version were as likely to be better as to be worse. 1 where none differs.
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
