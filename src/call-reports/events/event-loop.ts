import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner } from '../../jobs/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { type ClaimedJob, JobSignal, JobStore } from '../../conversations/index.js';
import { JobLoop } from '../job-loop.js';
import { CallEvents } from './call-events.js';

const KINDS = ['started', 'ended', 'form_completed', 'analyzed'] as const;
/** Jobs per claim of one process, to leave some for the others. */
const BATCH_SIZE = 20;
/** Much longer than a batch takes. After that another process takes over the jobs of a dead one. */
const LEASE_MS = 30_000;

interface Batch {
  readonly accountId: string;
  readonly jobs: readonly ClaimedJob<(typeof KINDS)[number]>[];
}

/** Creates due events: at once for calls of this process, at the next poll for others. */
@Injectable()
export class EventLoop extends JobLoop<Batch> {
  constructor(
    private readonly events: CallEvents,
    private readonly jobs: JobStore,
    runner: JobRunner,
    logger: PinoLogger,
    signal: JobSignal,
    config: AppConfig,
  ) {
    super(runner, signal, config, logger, 'jobs of calls could not be claimed', 1);
  }

  protected query(): Prisma.Sql {
    return this.jobs.due(KINDS);
  }

  protected async claim(afterAccountId: string): Promise<Batch | undefined> {
    const jobs = await this.jobs.claim(KINDS, BATCH_SIZE, LEASE_MS, afterAccountId);
    const last = jobs.at(-1);
    return last && { accountId: last.accountId, jobs };
  }

  protected async do({ jobs }: Batch): Promise<void> {
    const errors: unknown[] = [];
    for (const job of jobs) {
      // The others continue.
      await this.events.record(job).catch((err: unknown) => {
        errors.push(err);
        const { conversationId, accountId, kind, attempts } = job;
        this.logger.error(
          { err, conversationId, accountId, kind, attempts },
          'the webhook event of a call could not be recorded',
        );
      });
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Each job has logged its own. */
  protected onJobFailure(): void {
    return;
  }
}
