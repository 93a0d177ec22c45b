/**
 * A client that speaks sends a packet each 10 to 60 ms, one that is silent in discontinuous transmission each 400
 * ms (RFC 7587, 3.1.3).
 */
const FIRST_TRIAL_MS = 500;
const LONGEST_TRIAL_MS = 8_000;
const TRIALS_AT_ONCE = 8;
/** After so many more in vain the next take twice as long: what is found late is not worth much work each second. */
const TRIALS_PER_PACE = 32;
/** As many as a flood may bring while a real stream sends its second packet. */
const REMEMBERED_STREAMS = 1_024;

export type TrialDecision =
  | { readonly kind: 'ignore' }
  /** Expect the stream on the connection, in place of `instead` when there were too many. */
  | { readonly kind: 'try'; readonly instead: number | undefined };

/**
 * Which of the streams that somebody sends to a worker one connection should expect for a while, to see whether
 * they are its own. While there are more than it tries at once, only those that have come before are tried: a flood
 * of single packets keeps no real stream out.
 */
export class StreamTrials {
  private readonly startedAtMs = new Map<number, number>();
  private readonly seenOnce = new Set<number>();
  private begun = 0;

  sighted(ssrc: number, nowMs: number): TrialDecision {
    if (ssrc === 0 || this.startedAtMs.has(ssrc)) return { kind: 'ignore' };
    let instead: number | undefined;
    if (this.startedAtMs.size >= TRIALS_AT_ONCE) {
      instead = this.finishedTrial(nowMs);
      if (!this.hasComeBefore(ssrc) || instead === undefined) return { kind: 'ignore' };
      this.startedAtMs.delete(instead);
      this.seenOnce.delete(ssrc);
    }
    this.startedAtMs.set(ssrc, nowMs);
    this.begun += 1;
    return { kind: 'try', instead };
  }

  isOnTrial(ssrc: number): boolean {
    return this.startedAtMs.has(ssrc);
  }

  abandon(ssrc: number): void {
    this.startedAtMs.delete(ssrc);
  }

  /** The oldest of those that had their time. */
  private finishedTrial(nowMs: number): number | undefined {
    for (const [ssrc, startedAtMs] of this.startedAtMs) {
      return nowMs - startedAtMs >= this.trialMs ? ssrc : undefined;
    }
    return undefined;
  }

  private hasComeBefore(ssrc: number): boolean {
    if (this.seenOnce.has(ssrc)) return true;
    if (this.seenOnce.size >= REMEMBERED_STREAMS) {
      for (const oldest of this.seenOnce) {
        this.seenOnce.delete(oldest);
        break;
      }
    }
    this.seenOnce.add(ssrc);
    return false;
  }

  private get trialMs(): number {
    return Math.min(LONGEST_TRIAL_MS, FIRST_TRIAL_MS * 2 ** Math.floor(this.begun / TRIALS_PER_PACE));
  }
}
