import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { PeriodicJob } from '../../common/periodic/index.js';
import { SessionsService } from './sessions.service.js';
import { SignInLinks } from './sign-in-links.js';

const CLEANUP_INTERVAL_MS = 60 * 60 * 1_000;

/** Removes sessions and links that no longer open anything. */
@Injectable()
export class ExpiredAccess implements OnModuleInit, OnModuleDestroy {
  private readonly job: PeriodicJob;

  constructor(sessions: SessionsService, links: SignInLinks, logger: PinoLogger) {
    logger.setContext(ExpiredAccess.name);
    this.job = new PeriodicJob({
      everyMs: CLEANUP_INTERVAL_MS,
      run: async () => {
        await sessions.removeExpired();
        await links.removeExpired();
      },
      onError: (error) => logger.warn({ err: error }, 'expired sessions and links could not be removed'),
    });
  }

  onModuleInit(): void {
    this.job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.job.stop();
  }
}
