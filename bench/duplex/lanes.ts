/** How often the same thing is tried in calls that fail, before it is left out. */
const MOST_TRIES = 3;
/** So many calls in a row that fail before they have measured anything mean that nothing more will be. */
const MOST_FAILURES_IN_A_ROW = 12;

/** What became of calls that were held one after the other. */
interface LaneResult {
  /** Why calls ended before their time, one line a call. */
  readonly failures: readonly string[];
  /** How much could not be measured. */
  readonly leftOut: number;
}

export interface Measured<T> extends LaneResult {
  readonly outcomes: readonly T[];
}

/**
 * Holds calls in so many lanes until nothing is left to be measured. A call that fails ends by itself alone: what it
 * was about to measure is tried again in another one.
 * @param hold Holds one call, which takes what it measures, one after the other.
 * @throws Error when calls only fail.
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
