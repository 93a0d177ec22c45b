/** How often a measurement is retried in failing calls before it is skipped. */
const MOST_TRIES = 3;
/** After this many consecutive failures without a measurement, the rest is hopeless. */
const MOST_FAILURES_IN_A_ROW = 12;

/** The results of consecutive calls. */
interface LaneResult {
  /** Why calls ended early, one line per call. */
  readonly failures: readonly string[];
  /** Number of skipped measurements. */
  readonly leftOut: number;
}

export interface Measured<T> extends LaneResult {
  readonly outcomes: readonly T[];
}

/**
 * Holds calls in parallel lanes until everything is measured. A failed call affects only itself: its pending
 * measurement is retried in another call.
 * @param hold Holds one call, which takes its measurements one after the other.
 * @throws Error when all calls fail.
 */
export async function inLanes<T>(
  lanes: number,
  waiting: T[],
  hold: (take: () => T | undefined) => Promise<void>,
): Promise<LaneResult> {
  const tries = new Map<T, number>();
  const failures: string[] = [];
  let [leftOut, inARow] = [0, 0];
  const callOnce = async () => {
    let current: T | undefined;
    try {
      await hold(() => {
        if (current !== undefined) inARow = 0;
        return (current = waiting.shift());
      });
      inARow = 0;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      if (++inARow >= MOST_FAILURES_IN_A_ROW) throw error;
      if (current === undefined) return;
      const tried = (tries.get(current) ?? 0) + 1;
      tries.set(current, tried);
      if (tried < MOST_TRIES) waiting.push(current);
      else leftOut++;
    }
  };
  const lane = async () => {
    while (waiting.length > 0) await callOnce();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { failures, leftOut };
}
