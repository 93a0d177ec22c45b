import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { PrismaService } from '../common/prisma/index.js';
import { RecordingFiles } from './recordings/recording-files.js';

const DAY_MS = 86_400_000;
/** Deleted in one statement: keeps locks short on a large backlog. */
const BATCH_SIZE = 500;

/** Deletes conversations and recordings that were kept long enough. */
@Injectable()
export class RetentionService implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly prisma: PrismaService,
    private readonly recordings: RecordingFiles,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(RetentionService.name);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.prune()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'expired conversations not deleted'))
        .finally(() => (this.running = undefined));
    }, this.config.conversations.pruneIntervalMs);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Deletes what has expired now. @throws when the database is away */
  async prune(): Promise<void> {
    const { retentionDays, recordingRetentionDays } = this.config.conversations;
    const now = this.clock.now().getTime();
    if (retentionDays > 0) await this.pruneConversations(new Date(now - retentionDays * DAY_MS));
    if (recordingRetentionDays > 0) {
      const deleted = await this.recordings.deleteOlderThan(new Date(now - recordingRetentionDays * DAY_MS));
      if (deleted > 0) this.logger.info({ deleted }, 'expired recordings deleted');
    }
  }

  private async pruneConversations(endedBefore: Date): Promise<void> {
    let deleted = 0;
    while (!this.isStopping) {
      const rows = await this.prisma.conversation.findMany({
        where: { endedAt: { lt: endedBefore } },
        select: { id: true },
        take: BATCH_SIZE,
      });
      const ids = rows.map(({ id }) => id);
      for (const id of ids) await this.recordings.delete(id);
      await this.prisma.conversation.deleteMany({ where: { id: { in: ids } } });
      deleted += ids.length;
      if (ids.length < BATCH_SIZE) break;
    }
    if (deleted > 0) this.logger.info({ deleted }, 'expired conversations deleted');
  }
}
