import type { Clock } from '../common/clock/index.js';
import { forNobody } from '../common/fair-shares/index.js';
import { runAfter } from '../common/timers/index.js';

export interface PeriodicJobOptions {
  /**
   * From the start of one run to the start of the next, in milliseconds; a longer run is followed immediately.
   * Infinity: runs only when woken.
   */
  readonly everyMs: number;
  /** One run. Should return early once the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** Called for every failed run; the schedule continues. Must not throw. */
  readonly onError: (error: unknown) => void;
}

/** Background work at intervals, never concurrently with itself. Does not keep the process alive. */
export class PeriodicJob {
  private readonly stopping = new AbortController();
  private cancel: (() => void) | undefined;
  private running: Promise<void> | undefined;
  private wokenMeanwhile = false;

  constructor(
    private readonly options: PeriodicJobOptions,
    private readonly clock: Clock,
  ) {}

  start(): void {
    if (this.stopping.signal.aborted || this.running || this.cancel) return;
    this.schedule(this.options.everyMs);
  }

  /** Runs now, or once more right after a run in progress. Resolves when that run has ended; never rejects. */
  wake(): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.resolve();
    if (this.running) {
      this.wokenMeanwhile = true;
      return this.running;
    }
    this.cancel?.();
    this.running = forNobody(() => this.runAll()).finally(() => (this.running = undefined));
    return this.running;
  }

  /** Starts no more runs, and resolves when a run in progress has ended. Idempotent. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.cancel?.();
    await this.running;
  }

  private async runAll(): Promise<void> {
    let beganMs: number;
    do {
      this.wokenMeanwhile = false;
      beganMs = this.clock.monotonicMs();
      try {
        await this.options.run(this.stopping.signal);
      } catch (error) {
        this.options.onError(error);
      }
    } while (this.mustRunAgain());
    if (!this.stopping.signal.aborted)
      this.schedule(Math.max(0, beganMs + this.options.everyMs - this.clock.monotonicMs()));
  }

  private mustRunAgain(): boolean {
    return this.wokenMeanwhile && !this.stopping.signal.aborted;
  }

  private schedule(delayMs: number): void {
    if (delayMs === Infinity) return;
    this.cancel = runAfter(delayMs, this.options.everyMs, () => void this.wake());
  }
}
