export const FAILURES_TO_OPEN = 3;

/** How long an open breaker holds requests back; then it allows one trial per such time. */
export const OPEN_MS = 10_000;

/**
 * The state of a circuit breaker, with the clock passed in. Only time makes the next trial due: a trial whose outcome
 * never arrives blocks others for `OPEN_MS` at most.
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

  /** A request begins. @returns For a trial: makes the next one due immediately. */
  begin(nowMs: number): (() => void) | undefined {
    if (!this.isOpen || nowMs < this.trialDueAtMs) return undefined;
    this.trialDueAtMs = nowMs + OPEN_MS;
    return () => (this.trialDueAtMs = nowMs);
  }

  /** While open, failures of earlier requests do not postpone the trial. */
  failed(nowMs: number): void {
    if (this.isOpen) return;
    this.failures++;
    this.trialDueAtMs = nowMs + OPEN_MS;
  }
}
