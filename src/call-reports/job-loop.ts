import type { PinoLogger } from 'nestjs-pino';
import type { AppConfig } from '../common/config/index.js';
import { isDatabaseUnavailable } from '../common/errors/index.js';
import { PeriodicJob } from '../common/periodic/index.js';
import type { JobSignal } from '../conversations/index.js';

interface JobLoopOptions {
  readonly signal: JobSignal;
  readonly config: AppConfig;
  readonly logger: PinoLogger;
  /** Logged when a look fails, but for an outage of the database, which is told elsewhere. */
  readonly failure: string;
  readonly work: (stopping: AbortSignal) => Promise<void>;
}

/** Does the jobs of calls: at once for those of this process, at the next look for those of others. */
export function jobLoop({ signal, config, logger, failure, work }: JobLoopOptions): PeriodicJob {
  const job = new PeriodicJob({
    everyMs: config.conversations.jobPollIntervalMs,
    run: work,
    onError: (error) => {
      if (!isDatabaseUnavailable(error)) logger.warn({ err: error }, failure);
    },
  });
  signal.onRaised(() => void job.wake());
  return job;
}
