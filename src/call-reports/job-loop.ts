import type { PinoLogger } from 'nestjs-pino';
import type { AppConfig } from '../common/config/index.js';
import { type JobRunner, QueueWorker } from '../jobs/index.js';
import type { JobSignal } from '../conversations/index.js';

/** Runs jobs of calls: at once for calls of this process, at the next poll for others. */
export abstract class JobLoop<Job extends { readonly accountId: string }> extends QueueWorker<Job> {
  protected constructor(
    runner: JobRunner,
    signal: JobSignal,
    config: AppConfig,
    logger: PinoLogger,
    failure: string,
    atOnce: number,
  ) {
    super(runner, config.conversations.jobPollIntervalMs, logger, failure, atOnce);
    signal.onRaised(() => void this.job.wake());
  }
}
