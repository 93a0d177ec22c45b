import { alignedIntervalMs, runEvery } from '../../common/timers/index.js';

/** Minimum number of checks within a worker's response timeout. */
const CHECKS = 4;

/**
 * Pings a worker and calls back once if it does not answer. Counts its own checks instead of time, so that a stall of
 * this process or a sleeping laptop is not blamed on the worker.
 */
export class HealthCheck {
  private readonly end: () => void;
  /** Unanswered checks after which the worker is considered lost. */
  private readonly checks: number;
  private checksWithoutAnswer = 0;
  private waiting = false;

  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly onLost: () => void,
    timeoutMs: number,
  ) {
    const everyMs = timeoutMs / CHECKS;
    this.checks = Math.ceil(timeoutMs / alignedIntervalMs(everyMs));
    this.end = runEvery(everyMs, () => this.check());
  }

  stop(): void {
    this.end();
  }

  private check(): void {
    if (!this.waiting) {
      this.waiting = true;
      this.checksWithoutAnswer = 0;
      // A rejection is also an answer: the worker was closed, which is handled elsewhere.
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
