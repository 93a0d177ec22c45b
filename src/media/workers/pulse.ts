/** Checks within the time that a worker may take to answer. */
const LOOKS = 4;

/**
 * Pings a worker and calls back once if it does not answer. Counts its own checks rather than time, so that a stall
 * of this process, or a laptop that slept, is not blamed on the worker.
 */
export class Pulse {
  private readonly timer: NodeJS.Timeout;
  private looksWithoutAnswer = 0;
  private waiting = false;

  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly onLost: () => void,
    timeoutMs: number,
  ) {
    this.timer = setInterval(() => this.look(), timeoutMs / LOOKS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    if (!this.waiting) {
      this.waiting = true;
      this.looksWithoutAnswer = 0;
      // A rejection is an answer too: the worker is closed, which is known otherwise.
      const answered = () => (this.waiting = false);
      this.ask().then(answered, answered);
      return;
    }
    this.looksWithoutAnswer += 1;
    if (this.looksWithoutAnswer < LOOKS) return;
    this.stop();
    this.onLost();
  }
}
