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

/** Ends a call whose other side is gone without a word (RFC 4028), and refreshes it where that is ours to do. */
export class SessionTimer {
  private timers: NodeJS.Timeout[] = [];

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
    this.timers = [setTimeout(this.expired, patience * 1_000)];
    if (weRefresh) this.timers.push(setTimeout(this.refresh, seconds * 500));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}
