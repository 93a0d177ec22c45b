import { normalQuantile, twoSided } from './normal.js';

/** How often a difference that is there is to be found. */
const POWER = 0.8;

const reach = (risk: number): number => (twoSided(risk) + normalQuantile(POWER)) ** 2;

/**
 * How many values each side needs so that a difference of shares is found in four of five cases.
 * @param share over both sides, 0 to 1.
 * @param difference between them, above 0.
 * @param risk of finding one that is not there.
 */
export function callsForShares(share: number, difference: number, risk: number): number {
  return Math.ceil((reach(risk) * 2 * share * (1 - share)) / difference ** 2);
}

/** The same for means. @param variance of single values. */
export function callsForMeans(variance: number, difference: number, risk: number): number {
  return Math.ceil((reach(risk) * 2 * variance) / difference ** 2);
}
