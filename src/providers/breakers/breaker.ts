/** Failures in a row after which a breaker opens. */
export const FAILURES_TO_OPEN = 3;

/** How long an open breaker holds requests back; then it lets one through in as long a time, the trial. */
export const OPEN_MS = 10_000;

/**
 * The state of a circuit breaker, with the clock passed in. Time alone makes the next trial due: one whose outcome
 * never comes holds back others for `OPEN_MS` and no longer.
 */
export class Breaker {
  private failures = 0;
  private trialDueAtMs = 0;

  get isOpen(): boolean {
    return this.failures >= FAILURES_TO_OPEN;
  }

  allows(nowMs: number): boolean {
    return !this.isOpen || nowMs >= this.trialDueAtMs;
  }

  /** A request begins. @returns For a trial: makes the next one due at once. */
  begin(nowMs: number): (() => void) | undefined {
    if (!this.isOpen || nowMs < this.trialDueAtMs) return undefined;
    this.trialDueAtMs = nowMs + OPEN_MS;
    return () => (this.trialDueAtMs = nowMs);
  }

  /** While it is open, failures of requests that began before do not put off the trial. */
  failed(nowMs: number): void {
    if (this.isOpen) return;
    this.failures++;
    this.trialDueAtMs = nowMs + OPEN_MS;
  }
}
