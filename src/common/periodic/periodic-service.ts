import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { PinoLogger } from 'nestjs-pino';
import { PeriodicJob } from './periodic-job.js';

/** A module's background work, at intervals from application start to shutdown. */
export abstract class PeriodicService implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly job: PeriodicJob;

  /**
   * @param everyMs From the start of one run to the start of the next.
   * @param failure Logged with the error when a run fails; the schedule continues.
   */
  protected constructor(
    everyMs: number,
    protected readonly logger: PinoLogger,
    private readonly failure: string,
  ) {
    logger.setContext(new.target.name);
    this.job = new PeriodicJob({
      everyMs,
      run: (signal) => this.run(signal),
      onError: (error) => this.onFailure(error),
    });
  }

  onApplicationBootstrap(): void | Promise<void> {
    this.job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.job.stop();
  }

  /** One run. Should return early once the signal is aborted. */
  protected abstract run(signal: AbortSignal): Promise<unknown>;

  protected onFailure(error: unknown): void {
    this.logger.warn({ err: error }, this.failure);
  }
}
