/** Probability of detecting an existing difference. */
const POWER = 0.8;

const reach = (risk: number): number => (twoSided(risk) + normalQuantile(POWER)) ** 2;

/**
 * Values needed per side to detect a difference of shares with 80 % power.
 * @param share over both sides, 0 to 1.
 * @param difference between them, above 0.
 * @param risk of a false positive.
 */
export function callsForShares(share: number, difference: number, risk: number): number {
  return Math.ceil((reach(risk) * 2 * share * (1 - share)) / difference ** 2);
}

/** The same for means. @param variance of single values. */
export function callsForMeans(variance: number, difference: number, risk: number): number {
  return Math.ceil((reach(risk) * 2 * variance) / difference ** 2);
}

/**
 * Quantile of the standard normal distribution, with an error below 5e-4 of a standard deviation: Abramowitz and
 * Stegun, "Handbook of Mathematical Functions", 26.2.23.
 * @param probability above 0 and below 1.
 */
export function normalQuantile(probability: number): number {
  if (probability < 0.5) return -normalQuantile(1 - probability);
  const t = Math.sqrt(-2 * Math.log(1 - probability));
  return (
    t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  );
}

/** Half width of a two-sided interval, in standard deviations. @param risk of missing, 0 to 1. */
export const twoSided = (risk: number): number => normalQuantile(1 - risk / 2);
