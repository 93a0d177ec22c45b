import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../common/clock/index.js';
import { PeriodicJob } from '../common/periodic/index.js';
import { PrismaService } from '../common/prisma/index.js';

/** The precision of a key's last use: it is written at most this often. */
const RESOLUTION_MS = 60_000;
const FLUSH_INTERVAL_MS = 1_000;
const REMEMBERED_KEYS = 100_000;

/** Records when each API key was last used, outside of the request that uses it. */
@Injectable()
export class LastUse implements OnModuleInit, OnModuleDestroy {
  private readonly writtenAtMs = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  private readonly waiting = new Set<string>();
  private readonly job: PeriodicJob;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    logger: PinoLogger,
  ) {
    logger.setContext(LastUse.name);
    this.job = new PeriodicJob({
      everyMs: FLUSH_INTERVAL_MS,
      run: () => this.flush(),
      onError: (error) => logger.warn({ err: error }, 'the last use of keys could not be written'),
    });
  }

  onModuleInit(): void {
    this.job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.job.wake();
    await this.job.stop();
  }

  note(keyId: string): void {
    const writtenAtMs = this.writtenAtMs.get(keyId);
    if (writtenAtMs !== undefined && this.clock.monotonicMs() - writtenAtMs < RESOLUTION_MS) return;
    this.writtenAtMs.set(keyId, this.clock.monotonicMs());
    this.waiting.add(keyId);
  }

  /** Writes what was recorded. What can't be written now is dropped: the next use after a minute records it again. */
  private async flush(): Promise<void> {
    if (this.waiting.size === 0) return;
    const ids = [...this.waiting];
    this.waiting.clear();
    await this.prisma.apiKey.updateMany({
      where: { id: { in: ids } },
      data: { lastUsedAt: this.clock.now() },
    });
  }
}
