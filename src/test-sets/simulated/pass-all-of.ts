/**
 * pass^k (Yao et al., 2024): the probability that `k` runs drawn from those that were made all passed, which is what a
 * caller who calls `k` times may hope for.
 */
export function passAllOf(k: number, passed: number, of: number): number {
  let probability = 1;
  for (let drawn = 0; drawn < k; drawn++) probability *= Math.max(0, passed - drawn) / (of - drawn);
  return probability;
}
