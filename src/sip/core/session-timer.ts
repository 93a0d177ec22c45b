/** RFC 4028, 5: shorter intervals are refused, because each refresh costs messages. */
export const MIN_SESSION_SECONDS = 90;
/** RFC 4028, 10: the side that waits for a refresh hangs up a third of the interval, at most 32 s, before its end. */
const GIVE_UP_SHARE = 3;
const MOST_SLACK_SECONDS = 32;

export interface SessionTerms {
  readonly seconds: number;
  readonly refresher: 'uac' | 'uas';
}

/**
 * The session terms of an INVITE or UPDATE; undefined if it requests no timer. The caller refreshes unless it leaves
 * that to us.
 */
export function readSessionTerms(header: string | undefined): SessionTerms | undefined {
  const seconds = /^\s*(\d{1,9})/.exec(header ?? '')?.[1];
  if (seconds === undefined) return undefined;
  const refresher = /;\s*refresher\s*=\s*uas\b/i.test(header ?? '') ? 'uas' : 'uac';
  return { seconds: Number(seconds), refresher };
}

/** The headers for our response. */
export const sessionHeaders = (terms: SessionTerms | undefined): string[] =>
  terms === undefined
    ? []
    : [`Session-Expires: ${terms.seconds};refresher=${terms.refresher}`, 'Require: timer'];

/**
 * Wait in ms after both sides changed the call at once, for the side that began it and the side that accepted it (RFC
 * 3261, 14.1).
 */
const GLARE_MS = { began: [2_100, 4_000], took: [0, 2_000] } as const;

export type RefreshRefusal =
  | { readonly then: 'call-is-over' | 'wait-for-the-end' }
  | { readonly then: 'again'; readonly afterMs: number; readonly terms: SessionTerms };

/**
 * The reaction to a refused refresh.
 * @param minSeconds Its Min-SE, in seconds.
 * @param random From 0 to 1.
 */
export function afterRefusal(
  status: number,
  asked: SessionTerms,
  { minSeconds = NaN, weBegan = true, random = Math.random() },
): RefreshRefusal {
  if (status === 481 || status === 408) return { then: 'call-is-over' };
  if (status === 422 && minSeconds > asked.seconds)
    return { then: 'again', afterMs: 0, terms: { ...asked, seconds: minSeconds } };
  if (status !== 491) return { then: 'wait-for-the-end' };
  const [least, most] = GLARE_MS[weBegan ? 'began' : 'took'];
  return { then: 'again', afterMs: least + random * (most - least), terms: asked };
}

/** Ends a call when its peer vanishes (RFC 4028), and sends refreshes if that is up to us. */
export class SessionTimer {
  private timers: NodeJS.Timeout[] = [];
  private givesUpAtMs = 0;

  constructor(
    private readonly refresh: () => void,
    private readonly expired: () => void,
  ) {}

  restart(terms: SessionTerms | undefined, weRefresh: boolean): void {
    this.stop();
    if (!terms) return;
    const { seconds } = terms;
    const patience = seconds - Math.min(MOST_SLACK_SECONDS, seconds / GIVE_UP_SHARE);
    this.givesUpAtMs = performance.now() + patience * 1_000;
    this.timers = [setTimeout(this.expired, patience * 1_000)];
    if (weRefresh) this.timers.push(setTimeout(this.refresh, seconds * 500));
  }

  /** Schedules another refresh, earlier if it would otherwise be too late. */
  refreshAgain(afterMs: number): void {
    const leftMs = Math.max(0, this.givesUpAtMs - performance.now());
    this.timers.push(setTimeout(this.refresh, Math.min(afterMs, leftMs / 2)));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}
