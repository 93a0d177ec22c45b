interface Window {
  count: number;
  readonly endsAtMs: number;
}

/** Below this share of a limit an instance keeps to itself what it has counted, so that what is told stays small. */
const TOLD_FROM = 1 / 20;

/** How often each of many may do something in a window of time, which begins with the first. Refusals do not count. */
export class RateWindows {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
  ) {}

  /**
   * Counts once more.
   * @param elsewhere How often it was counted elsewhere.
   * @returns milliseconds after which it may be tried again, at most; undefined where it was not once too often
   */
  count(key: string, nowMs: number, elsewhere = 0): number | undefined {
    const window = this.windowOf(key, nowMs);
    if ((window?.count ?? 0) + elsewhere >= this.most)
      return (window?.endsAtMs ?? nowMs + this.windowMs) - nowMs;
    if (window) window.count++;
    else this.windows.set(key, { count: 1, endsAtMs: nowMs + this.windowMs });
    return undefined;
  }

  /** What others should know, and forgets what is over. */
  tell(nowMs: number): ReadonlyMap<string, number> {
    const told = new Map<string, number>();
    for (const [key, { count, endsAtMs }] of this.windows) {
      if (endsAtMs <= nowMs) this.windows.delete(key);
      else if (count >= this.most * TOLD_FROM) told.set(key, count);
    }
    return told;
  }

  private windowOf(key: string, nowMs: number): Window | undefined {
    const window = this.windows.get(key);
    return window && window.endsAtMs > nowMs ? window : undefined;
  }
}
