import type { PinoLogger } from 'nestjs-pino';
import type { Prisma } from '../common/prisma/index.js';
import type { JobRunner } from './job-runner.js';
import { PeriodicService } from './periodic-service.js';

/** A module's background work, run while there is any, from application start to shutdown. */
export abstract class PollingService extends PeriodicService {
  private unwatch: () => void = () => undefined;

  /** @param failure Logged with the error when a run fails. */
  protected constructor(
    runner: JobRunner,
    private readonly pollIntervalMs: number,
    logger: PinoLogger,
    failure: string,
  ) {
    super(runner, Infinity, logger, failure);
  }

  override onApplicationBootstrap(): void | Promise<void> {
    const found = () => void this.job.wake();
    this.unwatch = this.runner.watch({ everyMs: this.pollIntervalMs, query: this.query(), found });
  }

  override onModuleDestroy(): Promise<void> {
    this.unwatch();
    return super.onModuleDestroy();
  }

  /** Returns a row while there is work. */
  protected abstract query(): Prisma.Sql;
}
