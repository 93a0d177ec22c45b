/** Alternatives: how many times as often a worse version has the event; the evidence is the mean over all of them. */
const RATE_RATIOS = [1.5, 2, 3, 5, 10, 20] as const;

/**
 * Evidence that an event (a crash, a failed tool) hits canary calls more often than others. Under the null hypothesis
 * an event falls on a canary call with the probability of the canary's share, whatever its rate and however that
 * changes over the day. So each event is a bet against that share, and the value is the accumulated win: an e-process.
 * It exceeds 1/p with a probability of at most p however often it is checked (Ville's inequality; Ramdas et al.,
 * "Game-theoretic statistics and safe anytime-valid inference", 2023, section 3).
 */
export class RateEvidence {
  private readonly logs = RATE_RATIOS.map(() => 0);

  /** @param share Share of the calls that went to the canary at the time of this one, between 0 and 1, exclusive. */
  add(isCanary: boolean, share: number): void {
    RATE_RATIOS.forEach((ratio, index) => {
      const expected = (share * ratio) / (share * ratio + 1 - share);
      const factor = isCanary ? expected / share : (1 - expected) / (1 - share);
      this.logs[index] = (this.logs[index] ?? 0) + Math.log(factor);
    });
  }

  /** Starts at 1; the larger, the stronger the evidence that the canary is worse. */
  get value(): number {
    return this.logs.reduce((sum, log) => sum + Math.exp(log), 0) / this.logs.length;
  }
}
