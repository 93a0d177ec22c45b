export interface PeriodicJobOptions {
  /**
   * From the start of one run to the start of the next, in milliseconds; a longer run is followed at once. Infinity: it
   * only runs when it is woken.
   */
  readonly everyMs: number;
  /** One run. Should return early once the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** Called for every failed run; the next one comes all the same. Must not throw. */
  readonly onError: (error: unknown) => void;
}

/**
 * Jobs begin together at multiples of this (monotonic time) where their intervals are at least twice as long: each
 * moment at which a sleeping process is woken costs more than most of them.
 */
const TOGETHER_MS = 250;

/** When a job begins that is due at a moment. */
export function beginningMs(dueMs: number, everyMs: number): number {
  return everyMs < 2 * TOGETHER_MS ? dueMs : Math.round(dueMs / TOGETHER_MS) * TOGETHER_MS;
}

/** Background work at intervals, never twice at a time. It does not keep the process alive. */
export class PeriodicJob {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wokenMeanwhile = false;

  constructor(private readonly options: PeriodicJobOptions) {}

  start(): void {
    if (this.stopping.signal.aborted || this.running || this.timer) return;
    this.schedule(this.options.everyMs);
  }

  /** Runs now, or once more right after a run in progress. Resolves when that run has ended; never rejects. */
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

  /** Starts no more runs, and resolves when a run in progress has ended. Idempotent. */
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
    if (delayMs === Infinity) return;
    const nowMs = performance.now();
    const beginMs = beginningMs(nowMs + delayMs, this.options.everyMs);
    this.timer = setTimeout(() => void this.wake(), Math.max(0, Math.ceil(beginMs - nowMs))).unref();
  }
}
