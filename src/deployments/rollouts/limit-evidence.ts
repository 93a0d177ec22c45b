/** Alternatives: by what factor a bad version exceeds the limit. */
const RATE_RATIOS = [1.5, 2, 3, 5, 10] as const;

/** Below 1: otherwise a single call without the event would refute the alternative. */
const HIGHEST_RATE = 0.98;

/** Evidence that an event hits more than a share of the canary's calls: an e-process, as `RateEvidence`. */
export class LimitEvidence {
  private readonly rates: readonly number[];
  private readonly logs: number[];

  /** @param limit Tolerated share of calls with the event, above 0 and below 1. */
  constructor(private readonly limit: number) {
    this.rates = RATE_RATIOS.map((ratio) => Math.max(limit, Math.min(limit * ratio, HIGHEST_RATE)));
    this.logs = RATE_RATIOS.map(() => 0);
  }

  add(hasEvent: boolean): void {
    this.rates.forEach((rate, index) => {
      const factor = hasEvent ? rate / this.limit : (1 - rate) / (1 - this.limit);
      this.logs[index] = (this.logs[index] ?? 0) + Math.log(factor);
    });
  }

  get value(): number {
    return this.logs.reduce((sum, log) => sum + Math.exp(log), 0) / this.logs.length;
  }
}
