import type { PinoLogger } from 'nestjs-pino';
import type { AppConfig } from '../common/config/index.js';
import { type DueWork, LookingService } from '../common/due-work/index.js';
import { isDatabaseUnavailable } from '../common/errors/index.js';
import type { JobSignal } from '../conversations/index.js';

/** Does the jobs of calls: at once for those of this process, at the next look for those of others. */
export abstract class JobLoop extends LookingService {
  protected constructor(
    dueWork: DueWork,
    signal: JobSignal,
    config: AppConfig,
    logger: PinoLogger,
    failure: string,
  ) {
    super(dueWork, config.conversations.jobPollIntervalMs, logger, failure);
    signal.onRaised(() => void this.job.wake());
  }

  /** An outage of the database is told elsewhere. */
  protected override onFailure(error: unknown): void {
    if (!isDatabaseUnavailable(error)) super.onFailure(error);
  }
}
