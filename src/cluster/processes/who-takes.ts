import type { ProcessLoad } from './process-load.js';

/** A process as seen by the connection dispatcher. */
export interface Taker {
  /** Its last report; undefined if it is down or silent. */
  readonly load: ProcessLoad | undefined;
  /** Connections handed over since; each may become a call. */
  readonly given: number;
}

/**
 * Selects the process for the next connection: the one with the fewest calls among those that accept any. Round-robin
 * would be unfair: if every other connection led to a call, one of two processes would get all calls.
 * @param last The process chosen before.
 * @returns Undefined if there is no process.
 */
export function whoTakes(takers: readonly Taker[], last: number): number | undefined {
  const state = (['ready', 'full', 'draining'] as const).find((one) =>
    takers.some(({ load }) => load?.state === one),
  );
  // Start after the last one, so that ties rotate.
  const order = takers.map((_, index) => (last + 1 + index) % takers.length);
  let best: number | undefined;
  let fewest = Infinity;
  for (const index of order) {
    const taker = takers[index];
    if (!taker?.load || taker.load.state !== state) continue;
    const calls = taker.load.calls + taker.given;
    if (calls >= fewest) continue;
    [best, fewest] = [index, calls];
  }
  return best;
}
