import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { JobRunner, PeriodicService } from '../jobs/index.js';
import { PrismaService } from '../common/prisma/index.js';
import { RecordingDeletions } from './recordings/deletions/recording-deletions.service.js';
import { RecordingFiles } from './recordings/recording-files.js';
import { RecordingSizes } from './recordings/recording-sizes.js';

const DAY_MS = 86_400_000;
/** Rows per statement, which keeps locks short on a large backlog. */
const BATCH_SIZE = 500;
const PRUNE_INTERVAL_MS = 3_600_000;

/** Deletes expired conversations and recordings. */
@Injectable()
export class RetentionService extends PeriodicService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly recordings: RecordingFiles,
    private readonly sizes: RecordingSizes,
    private readonly deletions: RecordingDeletions,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, PRUNE_INTERVAL_MS, logger, 'expired conversations could not be deleted');
  }

  /** @throws when the database is away */
  async run(signal?: AbortSignal): Promise<void> {
    const { retentionDays, recordingRetentionDays } = this.config.conversations;
    const now = this.clock.now().getTime();
    if (retentionDays > 0) await this.pruneConversations(new Date(now - retentionDays * DAY_MS), signal);
    if (recordingRetentionDays > 0) {
      const before = new Date(now - recordingRetentionDays * DAY_MS);
      const deleted = await this.recordings.deleteOlderThan(before);
      await this.sizes.removeOlderThan(before, signal);
      if (deleted > 0) this.logger.info({ deleted }, 'expired recordings deleted');
    }
  }

  private async pruneConversations(endedBefore: Date, signal?: AbortSignal): Promise<void> {
    let deleted = 0;
    while (!signal?.aborted) {
      const rows = await this.prisma.conversation.findMany({
        where: { endedAt: { lt: endedBefore } },
        select: { id: true },
        take: BATCH_SIZE,
      });
      const ids = rows.map(({ id }) => id);
      await this.prisma.conversation.deleteMany({ where: { id: { in: ids } } });
      await this.deletions.after(ids);
      deleted += ids.length;
      if (ids.length < BATCH_SIZE) break;
    }
    if (deleted > 0) this.logger.info({ deleted }, 'expired conversations deleted');
  }
}
