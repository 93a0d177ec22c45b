/** Quantile of the normal distribution for 95 % between both ends. */
const Z = 1.96;

/** The 95 % confidence interval of a share (Wilson, 1927): both ends, 0 to 1. */
export function shareInterval(passed: number, of: number): readonly [number, number] {
  if (of === 0) return [0, 1];
  const share = passed / of;
  const spread = Z ** 2 / of;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of))) / (1 + spread);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/**
 * pass^k (Yao et al., 2024): the probability that `k` runs drawn from those that were made all passed, which is what a
 * caller who calls `k` times may hope for.
 */
export function passAllOf(k: number, passed: number, of: number): number {
  let probability = 1;
  for (let drawn = 0; drawn < k; drawn++) probability *= Math.max(0, passed - drawn) / (of - drawn);
  return probability;
}
