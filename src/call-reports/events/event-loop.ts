import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { DueWork } from '../../common/due-work/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { JobSignal, JobStore } from '../../conversations/index.js';
import { JobLoop } from '../job-loop.js';
import { CallEvents } from './call-events.js';

const KINDS = ['started', 'ended', 'analyzed'] as const;
/** Jobs that one process claims at a time, so that others get their share. */
const BATCH_SIZE = 20;
/** Much longer than a batch takes. If its process dies, another one does it after that time. */
const LEASE_MS = 30_000;

/** Makes the events that are due: at once for calls of this process, at the next look for those of others. */
@Injectable()
export class EventLoop extends JobLoop {
  constructor(
    private readonly events: CallEvents,
    private readonly jobs: JobStore,
    dueWork: DueWork,
    logger: PinoLogger,
    signal: JobSignal,
    config: AppConfig,
  ) {
    super(dueWork, signal, config, logger, 'jobs of calls could not be claimed');
  }

  protected query(): Prisma.Sql {
    return this.jobs.due(KINDS);
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const claimed = await this.jobs.claim(KINDS, BATCH_SIZE, LEASE_MS);
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
