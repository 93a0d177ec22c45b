/** Adaptation rate of the estimate: some ten seconds of voice. */
const SHARE_A_WINDOW = 1 / 300;
/** Voice windows (32 ms each) needed before the estimate is used. */
const ENOUGH_WINDOWS = 20;
/** Windows this far below the usual level are the beginnings and ends of words. */
const SOFT_DB = 15;

/** The usual level of a caller's speech, learned from the caller's turns. */
export class UsualLevel {
  private windows = 0;
  private meanDbfs = 0;

  /** In dBFS; undefined until enough speech was heard. */
  get dbfs(): number | undefined {
    return this.windows < ENOUGH_WINDOWS ? undefined : this.meanDbfs;
  }

  /** @param level Root mean square of a window of caller speech, 0 to 1. */
  learn(level: number): void {
    const dbfs = 20 * Math.log10(Math.max(level, 1e-5));
    if (this.windows > 0 && dbfs < this.meanDbfs - SOFT_DB) return;
    this.windows++;
    this.meanDbfs += (dbfs - this.meanDbfs) * Math.max(SHARE_A_WINDOW, 1 / this.windows);
  }
}
