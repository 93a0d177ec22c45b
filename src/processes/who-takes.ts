import type { ProcessLoad } from '../common/siblings/process-load.js';

/** A process as whoever hands out connections knows it. */
export interface Taker {
  /** What it told last; undefined for one that is not there, or has fallen silent. */
  readonly load: ProcessLoad | undefined;
  /** Connections that it was given since: each may become a call. */
  readonly given: number;
}

/**
 * Which process gets the next connection: the one with the fewest calls of those that take any. Taking turns would not
 * do: where every other connection leads to a call, one of two processes would get them all.
 * @param last Who got the one before.
 * @returns Undefined where there is none at all.
 */
export function whoTakes(takers: readonly Taker[], last: number): number | undefined {
  const state = (['ready', 'full', 'draining'] as const).find((one) =>
    takers.some(({ load }) => load?.state === one),
  );
  // From behind the last one on, so that equals take turns.
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
