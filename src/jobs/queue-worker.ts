import type { PinoLogger } from 'nestjs-pino';
import { isDatabaseUnavailable } from '../common/errors/index.js';
import type { JobRunner } from './job-runner.js';
import type { PeriodicJob, PeriodicJobOptions } from './periodic-job.js';
import { PollingService } from './polling-service.js';

interface QueuedJob {
  readonly accountId: string;
}

/**
 * Runs the jobs of a database queue concurrently. Accounts take turns in the order of their ids, so that the first job
 * of an account waits for no second job of another. Each instance has its own turns.
 */
export abstract class QueueWorker<Job extends QueuedJob> extends PollingService {
  private readonly working = new Set<Promise<void>>();
  private readonly jobName: string;
  private lastAccountId = '';

  /**
   * @param atOnce Number of concurrent jobs.
   * @param failure Logged with the error when jobs could not be claimed.
   */
  protected constructor(
    runner: JobRunner,
    pollIntervalMs: number,
    logger: PinoLogger,
    failure: string,
    private readonly atOnce: number,
  ) {
    super(runner, pollIntervalMs, logger, failure);
    this.jobName = new.target.name;
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await Promise.all(this.working);
  }

  /** Claims the first job, by account and then by age, of accounts with greater ids than this one. */
  protected abstract claim(afterAccountId: string): Promise<Job | undefined>;

  /**
   * Runs a claimed job. Returns early once the signal is aborted. After an error, the job is due again when its lease
   * expires.
   */
  protected abstract do(job: Job, stopping: AbortSignal): Promise<void>;

  /** Logs that a job failed, with what identifies it. */
  protected abstract onJobFailure(job: Job, error: unknown): void;

  protected async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && this.working.size < this.atOnce) {
      const job = await this.claimNext();
      if (!job) return;
      const work = this.runner
        .measure(this.jobName, () => this.do(job, stopping))
        .catch((error: unknown) => {
          // Database outages are reported elsewhere.
          if (!isDatabaseUnavailable(error)) this.onJobFailure(job, error);
        })
        .finally(() => {
          this.working.delete(work);
          void this.job.wake();
        });
      this.working.add(work);
    }
  }

  private async claimNext(): Promise<Job | undefined> {
    const after = this.lastAccountId;
    const job = (await this.claim(after)) ?? (after === '' ? undefined : await this.claim(''));
    this.lastAccountId = job?.accountId ?? '';
    return job;
  }

  protected override addTo(runner: JobRunner, name: string, options: PeriodicJobOptions): PeriodicJob {
    return runner.queue(name, options);
  }

  protected override onFailure(error: unknown): void {
    if (!isDatabaseUnavailable(error)) super.onFailure(error);
  }
}
