/** A question is asked this often within the time that a worker may take to answer. */
const LOOKS = 4;

/**
 * Asks a worker now and then whether it is alive, and calls back once when it does not answer. It counts its own
 * looks and not time, so that a stall of this process, or a laptop that slept, is not taken for one of the worker.
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
      // A refusal is an answer too: it comes when the worker is closed, which is known otherwise.
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
