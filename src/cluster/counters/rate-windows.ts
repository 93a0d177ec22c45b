interface Window {
  count: number;
  /** The limit when it was counted last. */
  most: number;
  readonly endsAtMs: number;
  readonly countBy: Map<string, number>;
}

/** Why a rate limit refused. */
export interface RateRefusal {
  /** Milliseconds until the next attempt may succeed. */
  readonly leftMs: number;
  /** Total count, here and on other instances. */
  readonly used: number;
  /** The largest contributor here; undefined: none. */
  readonly mostBy: { readonly by: string; readonly count: number } | undefined;
}

/** Below this share of a limit an instance does not share its count, to keep the exchange small. */
const TOLD_FROM = 1 / 20;

/** Rate limits of many keys; a key's window begins with its first event. Refusals do not count. */
export class RateWindows {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly windowMs: number) {}

  /**
   * Counts one event.
   * @param most The key's limit.
   * @param elsewhere Count of other instances.
   * @param by The contributor, of all that share the key.
   * @returns the refusal above the limit
   */
  count(key: string, most: number, nowMs: number, elsewhere = 0, by = ''): RateRefusal | undefined {
    const window = this.windowOf(key, nowMs);
    window.most = most;
    const used = window.count + elsewhere;
    if (used >= most) return refusalOf(window, used, nowMs);
    window.count++;
    window.countBy.set(by, (window.countBy.get(by) ?? 0) + 1);
    return undefined;
  }

  /** Counts to share with other instances; drops expired windows. */
  tell(nowMs: number): ReadonlyMap<string, number> {
    const told = new Map<string, number>();
    for (const [key, { count, most, endsAtMs }] of this.windows) {
      if (endsAtMs <= nowMs) this.windows.delete(key);
      else if (count >= most * TOLD_FROM) told.set(key, count);
    }
    return told;
  }

  private windowOf(key: string, nowMs: number): Window {
    const known = this.windows.get(key);
    if (known && known.endsAtMs > nowMs) return known;
    const window = { count: 0, most: 0, endsAtMs: nowMs + this.windowMs, countBy: new Map() };
    this.windows.set(key, window);
    return window;
  }
}

function refusalOf(window: Window, used: number, nowMs: number): RateRefusal {
  const [most] = [...window.countBy].sort(([, one], [, other]) => other - one);
  const mostBy = most && { by: most[0], count: most[1] };
  return { leftMs: window.endsAtMs - nowMs, used, mostBy };
}
