import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { atMost } from '../common/caches/index.js';
import { Clock } from '../common/clock/index.js';
import { JobRunner, type PeriodicJob } from '../jobs/index.js';
import { PrismaService } from '../common/prisma/index.js';

/** Precision of the last use of a key or session; bounds the writes. */
const RESOLUTION_MS = 60_000;
const FLUSH_INTERVAL_MS = 1_000;
const REMEMBERED_KEYS = 100_000;

/** Records the last use of each API key and session, outside of the request. */
@Injectable()
export class LastUse implements OnModuleInit, OnModuleDestroy {
  private readonly writtenAtMs = new LRUCache<string, number>(atMost(REMEMBERED_KEYS));
  private readonly keys = new Set<string>();
  private readonly sessions = new Set<string>();
  private readonly job: PeriodicJob;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    logger.setContext(LastUse.name);
    this.job = runner.periodic(LastUse.name, {
      everyMs: FLUSH_INTERVAL_MS,
      run: () => this.flush(),
      onError: (error) =>
        logger.warn({ err: error }, 'the last use of keys and sessions could not be stored'),
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
    if (this.isDue(keyId)) this.keys.add(keyId);
  }

  noteSession(sessionId: string): void {
    if (this.isDue(sessionId)) this.sessions.add(sessionId);
  }

  private isDue(id: string): boolean {
    const writtenAtMs = this.writtenAtMs.get(id);
    if (writtenAtMs !== undefined && this.clock.monotonicMs() - writtenAtMs < RESOLUTION_MS) return false;
    this.writtenAtMs.set(id, this.clock.monotonicMs());
    return true;
  }

  /** Writes the recorded uses. A failed write is dropped: the next use after a minute records it again. */
  private async flush(): Promise<void> {
    const data = { lastUsedAt: this.clock.now() };
    const keys = taken(this.keys);
    const sessions = taken(this.sessions);
    if (keys.length > 0) await this.prisma.apiKey.updateMany({ where: { id: { in: keys } }, data });
    if (sessions.length > 0)
      await this.prisma.personSession.updateMany({ where: { id: { in: sessions } }, data });
  }
}

function taken(waiting: Set<string>): string[] {
  const ids = [...waiting];
  waiting.clear();
  return ids;
}
