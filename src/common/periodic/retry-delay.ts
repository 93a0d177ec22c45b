const FIRST_MS = 10_000;
const LONGEST_MS = 900_000;

/** Backoff after a failed attempt, in milliseconds: 10 s, 1 min, 6 min, then a quarter of an hour. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 6 ** Math.max(0, attempts - 1));
