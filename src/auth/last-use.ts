import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../common/clock/index.js';
import { PrismaService } from '../common/prisma/index.js';

/** How exact the last use of a key is: it is written at most this often. */
const RESOLUTION_MS = 60_000;
const FLUSH_INTERVAL_MS = 1_000;
const REMEMBERED_KEYS = 100_000;

/** Notes when each API key was last used, outside of the request that uses it. */
@Injectable()
export class LastUse implements OnModuleInit, OnModuleDestroy {
  private readonly writtenAtMs = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  private readonly waiting = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(LastUse.name);
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  note(keyId: string): void {
    const writtenAtMs = this.writtenAtMs.get(keyId);
    if (writtenAtMs !== undefined && this.clock.monotonicMs() - writtenAtMs < RESOLUTION_MS) return;
    this.writtenAtMs.set(keyId, this.clock.monotonicMs());
    this.waiting.add(keyId);
  }

  /** Writes what was noted. What can't be written now is lost: the next use after a minute notes it again. */
  private async flush(): Promise<void> {
    if (this.waiting.size === 0) return;
    const ids = [...this.waiting];
    this.waiting.clear();
    try {
      await this.prisma.apiKey.updateMany({
        where: { id: { in: ids } },
        data: { lastUsedAt: this.clock.now() },
      });
    } catch (error) {
      this.logger.warn({ err: error, keys: ids.length }, 'the last use of keys could not be written');
    }
  }
}
