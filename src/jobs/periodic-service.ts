import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { PinoLogger } from 'nestjs-pino';
import type { JobRunner } from './job-runner.js';
import type { PeriodicJob, PeriodicJobOptions } from './periodic-job.js';

/** A module's background work, at intervals from application start to shutdown. */
export abstract class PeriodicService implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly job: PeriodicJob;

  /**
   * @param everyMs From the start of one run to the start of the next.
   * @param failure Logged with the error when a run fails; the schedule continues.
   */
  protected constructor(
    protected readonly runner: JobRunner,
    everyMs: number,
    protected readonly logger: PinoLogger,
    private readonly failure: string,
  ) {
    const { name } = new.target;
    logger.setContext(name);
    this.job = this.addTo(runner, name, {
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

  protected addTo(runner: JobRunner, name: string, options: PeriodicJobOptions): PeriodicJob {
    return runner.periodic(name, options);
  }

  protected onFailure(error: unknown): void {
    this.logger.warn({ err: error }, this.failure);
  }
}
