import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { JobRunner, PollingService } from '../jobs/index.js';
import { Prisma, PrismaService } from '../common/prisma/index.js';

const LOOK_EVERY_MS = 10_000;
/** Rows per statement. */
const BATCH_SIZE = 5_000;

/** Adds the changes appended by database triggers to the sums of their accounts. */
@Injectable()
export class StoredBytesSums extends PollingService {
  constructor(
    private readonly prisma: PrismaService,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, LOOK_EVERY_MS, logger, 'stored bytes could not be summed');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM stored_bytes_changes`;
  }

  /** Rows are locked in the order of accounts and kinds, so that two concurrent instances cannot deadlock. */
  async run(signal?: AbortSignal): Promise<void> {
    let added = BATCH_SIZE;
    while (added === BATCH_SIZE && !signal?.aborted) {
      const [row] = await this.prisma.$queryRaw<{ added: number }[]>`
        WITH gone AS (
          DELETE FROM stored_bytes_changes WHERE id IN
            (SELECT id FROM stored_bytes_changes ORDER BY id LIMIT ${BATCH_SIZE}::int FOR UPDATE SKIP LOCKED)
          RETURNING account_id, kind, bytes
        ), summed AS (
          INSERT INTO stored_bytes AS stored (account_id, kind, bytes)
          SELECT account_id, kind, sum(bytes) FROM gone GROUP BY account_id, kind ORDER BY account_id, kind
          ON CONFLICT (account_id, kind) DO UPDATE SET bytes = stored.bytes + excluded.bytes
        )
        SELECT count(*)::int AS added FROM gone`;
      added = row?.added ?? 0;
    }
  }
}
