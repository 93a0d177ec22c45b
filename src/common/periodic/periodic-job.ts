export interface PeriodicJobOptions {
  /**
   * From the begin of one run to the begin of the next, in milliseconds; a run that takes longer is followed at
   * once.
   */
  readonly everyMs: number;
  /** One run. Should return early once the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** Told of every run that failed; the next one comes all the same. Must not throw. */
  readonly onError: (error: unknown) => void;
}

/**
 * Work that is done in the background again and again: never twice at a time, for as long as the service runs. It
 * does not keep the process alive.
 */
export class PeriodicJob {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wokenMeanwhile = false;

  constructor(private readonly options: PeriodicJobOptions) {}

  /** Runs for the first time after one period. */
  start(): void {
    if (this.stopping.signal.aborted || this.running || this.timer) return;
    this.schedule(this.options.everyMs);
  }

  /** Runs now, or once more right after the run that is under way. Resolves when that run has ended; never rejects. */
  wake(): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.resolve();
    if (this.running) {
      this.wokenMeanwhile = true;
      return this.running;
    }
    clearTimeout(this.timer);
    this.running = this.runAll().finally(() => (this.running = undefined));
    return this.running;
  }

  /** Begins nothing more, and resolves when what is under way has ended. Idempotent. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private async runAll(): Promise<void> {
    let beganMs: number;
    do {
      this.wokenMeanwhile = false;
      beganMs = performance.now();
      try {
        await this.options.run(this.stopping.signal);
      } catch (error) {
        this.options.onError(error);
      }
    } while (this.wokenMeanwhile && !this.stopping.signal.aborted);
    if (!this.stopping.signal.aborted)
      this.schedule(Math.max(0, beganMs + this.options.everyMs - performance.now()));
  }

  private schedule(delayMs: number): void {
    this.timer = setTimeout(() => void this.wake(), delayMs).unref();
  }
}
