interface Window {
  count: number;
  readonly endsAtMs: number;
  readonly countBy: Map<string, number>;
}

/** Why something may not happen once more. */
export interface RateRefusal {
  /** Milliseconds after which it may be tried again, at most. */
  readonly leftMs: number;
  /** How often it was counted, here and elsewhere. */
  readonly used: number;
  /** Who it was counted for most often here; undefined: nobody. */
  readonly mostBy: { readonly by: string; readonly count: number } | undefined;
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
   * @param by Who does it, of all that share the key.
   * @returns the refusal where it was once too often
   */
  count(key: string, nowMs: number, elsewhere = 0, by = ''): RateRefusal | undefined {
    const window = this.windowOf(key, nowMs);
    const used = window.count + elsewhere;
    if (used >= this.most) return refusalOf(window, used, nowMs);
    window.count++;
    window.countBy.set(by, (window.countBy.get(by) ?? 0) + 1);
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

  private windowOf(key: string, nowMs: number): Window {
    const known = this.windows.get(key);
    if (known && known.endsAtMs > nowMs) return known;
    const window = { count: 0, endsAtMs: nowMs + this.windowMs, countBy: new Map() };
    this.windows.set(key, window);
    return window;
  }
}

function refusalOf(window: Window, used: number, nowMs: number): RateRefusal {
  const [most] = [...window.countBy].sort(([, one], [, other]) => other - one);
  const mostBy = most && { by: most[0], count: most[1] };
  return { leftMs: window.endsAtMs - nowMs, used, mostBy };
}
