import type { PinoLogger } from 'nestjs-pino';
import { isDatabaseUnavailable } from '../errors/index.js';
import type { DueWork } from './due-work.js';
import { LookingService } from './looking-service.js';

interface QueuedJob {
  readonly accountId: string;
}

/**
 * Does the jobs of a queue in the database, several at once. Accounts take turns in the order of their ids, so that
 * the first job of an account waits for no second job of another one. Each instance takes turns by itself.
 */
export abstract class QueueWorker<Job extends QueuedJob> extends LookingService {
  private readonly working = new Set<Promise<void>>();
  private lastAccountId = '';

  /**
   * @param atOnce How many jobs are done at once.
   * @param failure Logged with the error when jobs could not be claimed.
   */
  protected constructor(
    dueWork: DueWork,
    lookEveryMs: number,
    logger: PinoLogger,
    failure: string,
    private readonly atOnce: number,
  ) {
    super(dueWork, lookEveryMs, logger, failure);
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await Promise.all(this.working);
  }

  /** Claims the first job, by account and then by age, of the accounts whose ids come after this one. */
  protected abstract claim(afterAccountId: string): Promise<Job | undefined>;

  /** Does a job that was claimed. Returns early once the signal is aborted. */
  protected abstract do(job: Job, stopping: AbortSignal): Promise<void>;

  protected async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && this.working.size < this.atOnce) {
      const job = await this.claimNext();
      if (!job) return;
      const work = this.do(job, stopping)
        .catch((error: unknown) => this.onFailure(error))
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

  /** An outage of the database is reported elsewhere. */
  protected override onFailure(error: unknown): void {
    if (!isDatabaseUnavailable(error)) super.onFailure(error);
  }
}
