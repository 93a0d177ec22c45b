import type { LoadResult } from './measure.js';

/** Above this, the server is overloaded. */
const MAX_PACING_P99_MS = 20;
const FIRST_TRIAL_CALLS = 25;
/** The search ends when the success and failure bounds are this close. */
const RESOLUTION = 1.1;

export interface CapacityLimits {
  readonly maxCalls: number;
  /** No trial begins later than this. */
  readonly budgetMs: number;
}

export interface Capacity {
  /** The most calls that held; 0 if none did. */
  readonly held: number;
  /** The fewest that failed; undefined when the limits came first. */
  readonly failed: number | undefined;
}

/**
 * Finds how many calls hold with every frame delivered and a 99th percentile of the pacing error below 20 ms: doubles
 * the calls until they fail, then bisects.
 * @param measureCalls returns nothing if the server could not carry the calls.
 */
export async function findCapacity(
  measureCalls: (calls: number) => Promise<LoadResult | undefined>,
  limits: CapacityLimits,
): Promise<Capacity> {
  const deadlineMs = performance.now() + limits.budgetMs;
  let held = 0;
  let failed: number | undefined;
  let calls = Math.min(FIRST_TRIAL_CALLS, limits.maxCalls);
  while (performance.now() < deadlineMs) {
    const result = await measureCalls(calls);
    if (result && holds(result)) held = calls;
    else failed = calls;
    const next = nextTrial(held, failed, limits.maxCalls);
    if (next === undefined) break;
    calls = next;
  }
  return { held, failed };
}

/** The next number of calls to try; undefined when the result is precise enough. */
function nextTrial(held: number, failed: number | undefined, maxCalls: number): number | undefined {
  if (failed === undefined) return held < maxCalls ? Math.min(held * 2, maxCalls) : undefined;
  const middle = Math.floor((held + failed) / 2);
  return middle > held && failed > Math.max(1, held) * RESOLUTION ? middle : undefined;
}

function holds({ lostFrames, packetsReceived, pacingP99Ms }: LoadResult): boolean {
  return lostFrames === 0 && packetsReceived > 0 && pacingP99Ms < MAX_PACING_P99_MS;
}
