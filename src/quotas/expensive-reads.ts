import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/index.js';
import { unavailable } from '../common/errors/index.js';
import { FairQueue } from '../common/fair-shares/index.js';
import { DatabaseUnavailableError, type Prisma, PrismaService } from '../common/prisma/index.js';
import { AccountRefusals } from './account-refusals.js';

/** Share of the pool's connections for such reads; the others are for calls, publishing and health. */
const POOL_SHARE = 1 / 8;
/** Time limit of a statement, as a share of the query timeout. */
const TIMEOUT_SHARE = 3 / 4;
const MOST_WAITING = 32;
const RETRY_AFTER_SECONDS = 1;
/** PostgreSQL documentation, appendix A: query_canceled. */
const CANCELLED = '57014';

/** Reads whose cost grows with an account's stored data. Accounts take turns for a few connections of the pool. */
@Injectable()
export class ExpensiveReads {
  private readonly queue: FairQueue;
  private readonly timeoutMs: number;

  constructor(
    private readonly prisma: PrismaService,
    private readonly refusals: AccountRefusals,
    { database }: AppConfig,
  ) {
    this.queue = new FairQueue(Math.max(1, Math.floor(database.poolSize * POOL_SHARE)));
    this.timeoutMs = Math.round(database.queryTimeoutMs * TIMEOUT_SHARE);
  }

  /**
   * Runs a read in its turn, in its own transaction.
   * @throws ApiError 429 if too many reads of the account wait, 503 if a statement takes too long
   */
  async run<T>(accountId: string, read: (client: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    const waiting = this.queue.waitingOf(accountId);
    if (waiting >= MOST_WAITING)
      throw this.refusals.of({
        accountId,
        limit: `${MOST_WAITING} a process`,
        used: `${waiting} reports, lists and pages of exports of the account wait for the database.`,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    return this.continue(accountId, read);
  }

  /** As `run`, for a further part of a running read: it is never refused for the number waiting. */
  continue<T>(accountId: string, read: (client: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    return this.queue.run(accountId, async () => {
      try {
        return await this.prisma.$transaction(async (transaction) => {
          await transaction.$queryRaw`SELECT set_config('statement_timeout', ${`${this.timeoutMs}ms`}, true)`;
          return read(transaction);
        });
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || error.state !== CANCELLED) throw error;
        throw unavailable(undefined, this.tooLong);
      }
    });
  }

  private get tooLong(): string {
    return `The database took longer than ${this.timeoutMs} ms. Ask for a shorter time, or try again later.`;
  }
}
