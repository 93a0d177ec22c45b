/**
 * pass^k (Yao et al., 2024): the probability that `k` runs drawn from all runs passed, which is the success rate of a
 * caller who calls `k` times.
 */
export function passAllOf(k: number, passed: number, of: number): number {
  let probability = 1;
  for (let drawn = 0; drawn < k; drawn++) probability *= Math.max(0, passed - drawn) / (of - drawn);
  return probability;
}
