/** Checks within the time that a worker may take to answer. */
const CHECKS = 4;

/**
 * Pings a worker and calls back once if it does not answer. Counts its own checks rather than time, so that a stall
 * of this process, or a laptop that slept, is not blamed on the worker.
 */
export class HealthCheck {
  private readonly timer: NodeJS.Timeout;
  private checksWithoutAnswer = 0;
  private waiting = false;

  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly onLost: () => void,
    timeoutMs: number,
  ) {
    this.timer = setInterval(() => this.check(), timeoutMs / CHECKS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
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
    if (this.checksWithoutAnswer < CHECKS) return;
    this.stop();
    this.onLost();
  }
}
