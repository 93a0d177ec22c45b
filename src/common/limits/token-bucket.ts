/** `perSecond` uses a second over time, `burst` at once. Pure, with the time passed in. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private lastMs: number,
  ) {
    this.tokens = burst;
  }

  /** Whether one more use, or one that costs as much as several, is within the budget at `nowMs` (monotonic). */
  spend(nowMs: number, cost = 1): boolean {
    const earned = ((nowMs - this.lastMs) / 1_000) * this.perSecond;
    this.tokens = Math.min(this.burst, this.tokens + earned);
    this.lastMs = nowMs;
    if (this.tokens < cost) return false;
    this.tokens -= cost;
    return true;
  }
}
