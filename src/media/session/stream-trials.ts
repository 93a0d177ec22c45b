/**
 * A client sends a packet every 10 to 60 ms while it speaks, and every 400 ms in discontinuous transmission (RFC 7587,
 * 3.1.3).
 */
const FIRST_TRIAL_MS = 500;
const LONGEST_TRIAL_MS = 16_000;
const TRIALS_AT_ONCE = 16;
/**
 * After this many further failed trials the next ones take twice as long, because a late match is not worth much work.
 */
const TRIALS_PER_PACE = 64;
/** As many as a flood may bring before a real stream sends its second packet. */
const REMEMBERED_STREAMS = 1_024;
/** A stream that was expected here but seen elsewhere this often belongs to another client. */
const SIGHTINGS_ELSEWHERE = 2;
/** After a stream is first expected here, earlier packets may still be reported for this long. */
const SETTLED_AFTER_MS = 50;
/** How many trials may be cut short by that. */
const QUICK_TRIALS = 256;
/** How long a stream waits for the others after its trial failed. */
const IN_VAIN_MS = 5_000;

export type TrialDecision =
  | { readonly kind: 'ignore' }
  /** Expect the stream on the connection, in place of `instead` if there were too many. */
  | { readonly kind: 'try'; readonly instead: number | undefined };

interface Trial {
  readonly startedAtMs: number;
  expectedSinceMs: number;
  sightedElsewhere: number;
}

/**
 * Chooses which of a worker's unexpected streams one connection should expect for a while, to find its own. If there
 * are more than it can try at once, only repeated ones are tried, in turn, so that neither a flood of single packets
 * nor one of many streams delays a real stream for long.
 */
export class StreamTrials {
  private readonly trials = new Map<number, Trial>();
  private readonly seenOnce = new Set<number>();
  private readonly triedUntilMs = new Map<number, number>();
  private begun = 0;

  sighted(ssrc: number, nowMs: number): TrialDecision {
    const trial = this.trials.get(ssrc);
    if (trial && nowMs - trial.expectedSinceMs >= SETTLED_AFTER_MS) trial.sightedElsewhere += 1;
    if (ssrc === 0 || trial) return { kind: 'ignore' };
    let instead: number | undefined;
    if (this.trials.size >= TRIALS_AT_ONCE) {
      if (!this.hasComeBefore(ssrc) || nowMs < (this.triedUntilMs.get(ssrc) ?? 0)) return { kind: 'ignore' };
      instead = this.finishedTrial(nowMs);
      if (instead === undefined) return { kind: 'ignore' };
      this.trials.delete(instead);
      this.triedUntilMs.delete(instead);
      remember(this.triedUntilMs, instead, nowMs + IN_VAIN_MS);
      this.seenOnce.delete(ssrc);
    }
    const expectedSinceMs = Number.POSITIVE_INFINITY;
    this.trials.set(ssrc, { startedAtMs: nowMs, expectedSinceMs, sightedElsewhere: 0 });
    this.begun += 1;
    return { kind: 'try', instead };
  }

  /** From now on the stream's packets on this connection are not reported. */
  expected(ssrc: number, nowMs: number): void {
    const trial = this.trials.get(ssrc);
    if (trial) trial.expectedSinceMs = nowMs;
  }

  isOnTrial(ssrc: number): boolean {
    return this.trials.has(ssrc);
  }

  abandon(ssrc: number): void {
    this.trials.delete(ssrc);
  }

  /** The oldest trial that timed out or proved to be another client's stream. */
  private finishedTrial(nowMs: number): number | undefined {
    const mayBeQuick = this.begun < QUICK_TRIALS;
    for (const [ssrc, { startedAtMs, sightedElsewhere }] of this.trials) {
      if (nowMs - startedAtMs >= this.trialMs) return ssrc;
      if (mayBeQuick && sightedElsewhere >= SIGHTINGS_ELSEWHERE) return ssrc;
    }
    return undefined;
  }

  private hasComeBefore(ssrc: number): boolean {
    if (this.seenOnce.has(ssrc)) return true;
    if (this.seenOnce.size >= REMEMBERED_STREAMS) forgetOldest(this.seenOnce);
    this.seenOnce.add(ssrc);
    return false;
  }

  private get trialMs(): number {
    return Math.min(LONGEST_TRIAL_MS, FIRST_TRIAL_MS * 2 ** Math.floor(this.begun / TRIALS_PER_PACE));
  }
}

function remember(map: Map<number, number>, ssrc: number, untilMs: number): void {
  if (map.size >= REMEMBERED_STREAMS) forgetOldest(map);
  map.set(ssrc, untilMs);
}

function forgetOldest(streams: Set<number> | Map<number, number>): void {
  for (const oldest of streams.keys()) {
    streams.delete(oldest);
    return;
  }
}
