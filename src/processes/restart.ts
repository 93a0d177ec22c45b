const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A process that ran for so long has not failed because of how it was started. */
const SETTLED_MS = 60_000;
const MOST_FAILED_STARTS = 5;

/** How the last processes of one place ended, counted since one ran well. */
export interface Ends {
  readonly inARow: number;
  /** How many of them, the latest ones, were never ready. */
  readonly failedStarts: number;
}

export const NO_ENDS: Ends = { inARow: 0, failedStarts: 0 };

/** @param ranMs How long it had been ready; undefined where it never was. */
export function afterEnd(ends: Ends, ranMs: number | undefined): Ends {
  if (ranMs === undefined) return { inARow: ends.inARow + 1, failedStarts: ends.failedStarts + 1 };
  return { inARow: ranMs >= SETTLED_MS ? 0 : ends.inARow + 1, failedStarts: 0 };
}

/** When the next one is started, or that it is no use. */
export function nextStart({ inARow, failedStarts }: Ends): { readonly inMs: number } | 'give-up' {
  if (failedStarts >= MOST_FAILED_STARTS) return 'give-up';
  return { inMs: inARow === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (inARow - 1)) };
}
