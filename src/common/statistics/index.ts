/** Both ends. */
export type Interval = readonly [low: number, high: number];

/** Risk that an interval misses the true value. */
const RISK = 0.05;

/** The confidence interval of a share (Wilson, 1927): both ends, 0 to 1. */
export function shareInterval(events: number, of: number, risk = RISK): Interval {
  if (of === 0) return [0, 1];
  const z = twoSided(risk);
  const share = events / of;
  const spread = z ** 2 / of;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of))) / (1 + spread);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

interface Share {
  readonly events: number;
  readonly of: number;
}

/** The confidence interval of `one` minus `other` (Newcombe, 1998, method 10); -1 to 1 if either has no values. */
export function differenceOfShares(one: Share, other: Share, risk = RISK): Interval {
  if (one.of === 0 || other.of === 0) return [-1, 1];
  const [first, second] = [one.events / one.of, other.events / other.of];
  const [low1, high1] = shareInterval(one.events, one.of, risk);
  const [low2, high2] = shareInterval(other.events, other.of, risk);
  const difference = first - second;
  return [
    difference - Math.hypot(first - low1, high2 - second),
    difference + Math.hypot(high1 - first, second - low2),
  ];
}

/** With fewer values a mean is not close enough to normal. */
const LEAST_VALUES = 20;

/**
 * The confidence interval of the mean of `one` minus that of `other` (Welch, with the normal distribution for
 * Student's); undefined if either has fewer than 20 values.
 */
export function differenceOfMeans(one: Sample, other: Sample, risk = RISK): Interval | undefined {
  if (Math.min(one.count, other.count) < LEAST_VALUES) return undefined;
  const half = twoSided(risk) * Math.sqrt(one.variance / one.count + other.variance / other.count);
  const difference = one.mean - other.mean;
  return [difference - half, difference + half];
}

/** Summary of measured values. */
export interface Sample {
  readonly count: number;
  readonly mean: number;
  /** Unbiased; 0 with fewer than two values. */
  readonly variance: number;
}

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
const twoSided = (risk: number): number => normalQuantile(1 - risk / 2);

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
