import type { PinoLogger } from 'nestjs-pino';
import { PeriodicService } from '../common/periodic/index.js';
import type { Prisma } from '../common/prisma/index.js';
import type { WorkPoller } from './work-poller.js';

/** A module's background work, run while there is any, from application start to shutdown. */
export abstract class PollingService extends PeriodicService {
  private unwatch: () => void = () => undefined;

  /** @param failure Logged with the error when a run fails. */
  protected constructor(
    private readonly poller: WorkPoller,
    private readonly pollIntervalMs: number,
    logger: PinoLogger,
    failure: string,
  ) {
    super(Infinity, logger, failure);
  }

  override onApplicationBootstrap(): void | Promise<void> {
    const found = () => void this.job.wake();
    this.unwatch = this.poller.watch({ everyMs: this.pollIntervalMs, query: this.query(), found });
  }

  override onModuleDestroy(): Promise<void> {
    this.unwatch();
    return super.onModuleDestroy();
  }

  /** Returns a row while there is work. */
  protected abstract query(): Prisma.Sql;
}
