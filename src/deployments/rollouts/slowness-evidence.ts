import { RateEvidence } from './rate-evidence.js';

/** A call is slow if it is slower than this share of the calls before it. */
const QUANTILES = [0.5, 0.75, 0.9, 0.95] as const;
/** With fewer calls, quantiles are too uncertain. */
const MIN_EARLIER_CALLS = 20;
/** Only the latest calls are used, to bound the work per call. */
const MAX_EARLIER_CALLS = 1_000;

/**
 * Evidence that canary calls respond later. Slow is defined by the preceding calls of both versions: if these respond
 * alike, a slow call falls on the canary with the probability of its share, as in `RateEvidence`.
 */
export class SlownessEvidence {
  private readonly sorted: number[] = [];
  private readonly inOrder: number[] = [];
  private readonly byQuantile = QUANTILES.map(() => new RateEvidence());

  /** @param responseMs Median time of the call from the end of the caller's speech to the response, in milliseconds. */
  add(isCanary: boolean, share: number, responseMs: number): void {
    if (this.sorted.length >= MIN_EARLIER_CALLS) {
      QUANTILES.forEach((quantile, index) => {
        const limit = this.sorted[Math.floor(quantile * (this.sorted.length - 1))] ?? Infinity;
        if (responseMs > limit) this.byQuantile[index]?.add(isCanary, share);
      });
    }
    this.remember(responseMs);
  }

  get value(): number {
    return this.byQuantile.reduce((sum, { value }) => sum + value, 0) / this.byQuantile.length;
  }

  private remember(responseMs: number): void {
    this.inOrder.push(responseMs);
    this.sorted.splice(placeOf(this.sorted, responseMs), 0, responseMs);
    if (this.inOrder.length <= MAX_EARLIER_CALLS) return;
    const oldest = this.inOrder.shift();
    if (oldest !== undefined) this.sorted.splice(placeOf(this.sorted, oldest), 1);
  }
}

/** The first index whose value is not below this one. */
function placeOf(sorted: readonly number[], value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? Infinity) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
