const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** After this long an exit is not a failure to start. */
const SETTLED_MS = 60_000;
const MOST_FAILED_STARTS = 5;

/** Recent exits in one slot, counted since a process last ran well. */
export interface Ends {
  readonly inARow: number;
  /** Consecutive latest ones that never became ready. */
  readonly failedStarts: number;
}

export const NO_ENDS: Ends = { inARow: 0, failedStarts: 0 };

/** @param ranMs How long it was ready; undefined if it never was. */
export function afterEnd(ends: Ends, ranMs: number | undefined): Ends {
  if (ranMs === undefined) return { inARow: ends.inARow + 1, failedStarts: ends.failedStarts + 1 };
  return { inARow: ranMs >= SETTLED_MS ? 0 : ends.inARow + 1, failedStarts: 0 };
}

/** When to start the next one, or that restarting is pointless. */
export function nextStart({ inARow, failedStarts }: Ends): { readonly inMs: number } | 'give-up' {
  if (failedStarts >= MOST_FAILED_STARTS) return 'give-up';
  return { inMs: inARow === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (inARow - 1)) };
}
