/** A token bucket: `perSecond` on average, bursts of `burst`. Pure, with the time passed in. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private lastMs: number,
  ) {
    this.tokens = burst;
  }

  /** Takes `cost` tokens at `nowMs` (monotonic); false if there are too few. */
  spend(nowMs: number, cost = 1): boolean {
    const earned = ((nowMs - this.lastMs) / 1_000) * this.perSecond;
    this.tokens = Math.min(this.burst, this.tokens + earned);
    this.lastMs = nowMs;
    if (this.tokens < cost) return false;
    this.tokens -= cost;
    return true;
  }
}
