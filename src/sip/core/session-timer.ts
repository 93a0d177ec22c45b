/** RFC 4028, 5: shorter ones are refused, since each refresh costs both sides messages. */
export const MIN_SESSION_SECONDS = 90;
/** RFC 4028, 10: whoever waits for a refresh gives up a third of the time, at most 32 s, before it is over. */
const GIVE_UP_SHARE = 3;
const MOST_SLACK_SECONDS = 32;

export interface SessionTerms {
  readonly seconds: number;
  readonly refresher: 'uac' | 'uas';
}

/**
 * What an INVITE or UPDATE asks for; undefined where it asks for no timer. We leave the work to the caller unless it
 * leaves it to us.
 */
export function readSessionTerms(header: string | undefined): SessionTerms | undefined {
  const seconds = /^\s*(\d{1,9})/.exec(header ?? '')?.[1];
  if (seconds === undefined) return undefined;
  const refresher = /;\s*refresher\s*=\s*uas\b/i.test(header ?? '') ? 'uas' : 'uac';
  return { seconds: Number(seconds), refresher };
}

/** What our answer says of it. */
export const sessionHeaders = (terms: SessionTerms | undefined): string[] =>
  terms === undefined
    ? []
    : [`Session-Expires: ${terms.seconds};refresher=${terms.refresher}`, 'Require: timer'];

/** How long who began the call, and who took it, wait after both changed it at once, in ms (RFC 3261, 14.1). */
const GLARE_MS = { began: [2_100, 4_000], took: [0, 2_000] } as const;

export type RefreshRefusal =
  | { readonly then: 'call-is-over' | 'wait-for-the-end' }
  | { readonly then: 'again'; readonly afterMs: number; readonly terms: SessionTerms };

/**
 * What follows when the other side refuses a refresh.
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

/** Ends a call whose other side is gone without a word (RFC 4028), and refreshes it where that is ours to do. */
export class SessionTimer {
  private timers: NodeJS.Timeout[] = [];
  private givesUpAtMs = 0;

  constructor(
    private readonly refresh: () => void,
    private readonly expired: () => void,
  ) {}

  /** The session was begun or refreshed. */
  restart(terms: SessionTerms | undefined, weRefresh: boolean): void {
    this.stop();
    if (!terms) return;
    const { seconds } = terms;
    const patience = seconds - Math.min(MOST_SLACK_SECONDS, seconds / GIVE_UP_SHARE);
    this.givesUpAtMs = performance.now() + patience * 1_000;
    this.timers = [setTimeout(this.expired, patience * 1_000)];
    if (weRefresh) this.timers.push(setTimeout(this.refresh, seconds * 500));
  }

  /** Refreshes once more, sooner than wanted where that would be too late. */
  refreshAgain(afterMs: number): void {
    const leftMs = Math.max(0, this.givesUpAtMs - performance.now());
    this.timers.push(setTimeout(this.refresh, Math.min(afterMs, leftMs / 2)));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}
