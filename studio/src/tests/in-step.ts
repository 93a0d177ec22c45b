/** Start times of the exchanges of two parallel calls, in milliseconds. */
export type Beginnings = readonly [readonly number[], readonly number[]];

const exchangeAt = (beginnings: readonly number[], ms: number): number =>
  beginnings.findLastIndex((beginning) => beginning <= ms);

/** Which of two calls in parallel playback must wait, so that both are at the same exchange. */
export function whoWaits(beginnings: Beginnings, nowMs: readonly [number, number]): 0 | 1 | undefined {
  const first = exchangeAt(beginnings[0], nowMs[0]);
  const second = exchangeAt(beginnings[1], nowMs[1]);
  if (first === second) return undefined;
  return first > second ? 0 : 1;
}
