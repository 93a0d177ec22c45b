import { normalQuantile, twoSided } from './normal.js';

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
