/** Tells once that nobody has called for a while, and again after the next calls. */
export class QuietSpell {
  private sinceMs: number | undefined;
  private isTold = false;

  /** @param afterMs How long it must be quiet. */
  constructor(private readonly afterMs: number) {}

  /** @param calls That there are now. */
  hasLasted(calls: number, nowMs: number): boolean {
    if (calls > 0) {
      this.sinceMs = undefined;
      this.isTold = false;
      return false;
    }
    this.sinceMs ??= nowMs;
    if (this.isTold || nowMs - this.sinceMs < this.afterMs) return false;
    this.isTold = true;
    return true;
  }
}
