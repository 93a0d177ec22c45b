import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { JobRunner, PeriodicService } from '../jobs/index.js';
import { PrismaService } from '../common/prisma/index.js';

const EVERY_MS = 60 * 60 * 1_000;
const DAY_MS = 86_400_000;
/** Rows per statement, which keeps locks short on a large backlog. */
const BATCH_SIZE = 1_000;

/** Deletes entries of the audit log that are older than AUDIT_RETENTION_DAYS. */
@Injectable()
export class AuditRetention extends PeriodicService {
  private readonly days: number;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    { limits }: AppConfig,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, EVERY_MS, logger, 'expired entries of the audit log could not be deleted');
    this.days = limits.auditRetentionDays;
  }

  /** Deletes immediately what expired while no instance ran. */
  override onApplicationBootstrap(): void {
    if (this.days > 0) void this.job.wake();
  }

  async run(signal?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.days * DAY_MS);
    let deleted = BATCH_SIZE;
    while (deleted === BATCH_SIZE && !signal?.aborted) {
      deleted = await this.prisma.$executeRaw`
        DELETE FROM audit_log WHERE id IN
          (SELECT id FROM audit_log WHERE created_at < ${before} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)`;
    }
  }
}
