import { keptIntervalMs, runEvery } from '../../common/periodic/index.js';

/** Checks, at least, within the time that a worker may take to answer. */
const CHECKS = 4;

/**
 * Pings a worker and calls back once if it does not answer. Counts its own checks rather than time, so that a stall
 * of this process, or a laptop that slept, is not blamed on the worker.
 */
export class HealthCheck {
  private readonly end: () => void;
  /** The worker is lost when so many had no answer. */
  private readonly checks: number;
  private checksWithoutAnswer = 0;
  private waiting = false;

  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly onLost: () => void,
    timeoutMs: number,
  ) {
    const everyMs = timeoutMs / CHECKS;
    this.checks = Math.ceil(timeoutMs / keptIntervalMs(everyMs));
    this.end = runEvery(everyMs, () => this.check());
  }

  stop(): void {
    this.end();
  }

  private check(): void {
    if (!this.waiting) {
      this.waiting = true;
      this.checksWithoutAnswer = 0;
      // A rejection is an answer too: the worker is closed, which is known otherwise.
      const answered = () => (this.waiting = false);
      this.ask().then(answered, answered);
      return;
    }
    this.checksWithoutAnswer += 1;
    if (this.checksWithoutAnswer < this.checks) return;
    this.stop();
    this.onLost();
  }
}
