import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import type { PeriodicJob } from '../../common/periodic/index.js';
import { JobSignal, JobStore } from '../../conversations/index.js';
import { jobLoop } from '../job-loop.js';
import { CallEvents } from './call-events.js';

/** Jobs that one process claims at a time, so that others get their share. */
const BATCH_SIZE = 20;
/** Much longer than a batch takes. If its process dies, another one does it after that time. */
const LEASE_MS = 30_000;

/** Makes the events that are due: at once for calls of this process, at the next look for those of others. */
@Injectable()
export class EventLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly job: PeriodicJob;

  constructor(
    private readonly events: CallEvents,
    private readonly jobs: JobStore,
    private readonly logger: PinoLogger,
    signal: JobSignal,
    config: AppConfig,
  ) {
    logger.setContext(EventLoop.name);
    const failure = 'jobs of calls could not be claimed';
    const work = (stopping: AbortSignal) => this.work(stopping);
    this.job = jobLoop({ signal, config, logger, failure, work });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.job.stop();
  }

  private async work(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const claimed = await this.jobs.claim(['started', 'ended', 'analyzed'], BATCH_SIZE, LEASE_MS);
      for (const job of claimed) {
        // The others go on; this one is due again when its lease ends.
        await this.events.record(job).catch((err: unknown) => {
          const { conversationId, kind, attempts } = job;
          this.logger.error({ err, conversationId, kind, attempts }, 'event of a call could not be made');
        });
      }
      if (claimed.length < BATCH_SIZE) return;
    }
  }
}
