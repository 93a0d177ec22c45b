/** How many times as often a worse version may have the event; the evidence is the mean over all of these. */
const RATE_RATIOS = [1.5, 2, 3, 5, 10, 20] as const;

/**
 * Evidence that an event (a crash, a failed tool) hits canary calls more often than others. Where it does not, an
 * event falls on a canary call with the probability of the canary's share, whatever its rate is and however it changes
 * over the day. So each event is a bet against that share, and the value is what the bets have won: an e-process. It
 * exceeds 1/p with a probability of at most p however often it is looked at (Ville's inequality; Ramdas et al., "Game-
 * theoretic statistics and safe anytime-valid inference", 2023, section 3).
 */
export class RateEvidence {
  private readonly logs = RATE_RATIOS.map(() => 0);

  /** @param share of the calls that went to the canary when this one came in, between 0 and 1, both excluded. */
  add(isCanary: boolean, share: number): void {
    RATE_RATIOS.forEach((ratio, index) => {
      const expected = (share * ratio) / (share * ratio + 1 - share);
      const factor = isCanary ? expected / share : (1 - expected) / (1 - share);
      this.logs[index] = (this.logs[index] ?? 0) + Math.log(factor);
    });
  }

  /** 1 at the beginning; the larger it is, the surer that the canary is worse. */
  get value(): number {
    return this.logs.reduce((sum, log) => sum + Math.exp(log), 0) / this.logs.length;
  }
}
