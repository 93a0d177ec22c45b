import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { dueIn, isDue, isHeldBy, leasedFor, retryIn } from '../../jobs/index.js';
import type { JobKind } from './insert-jobs.js';

/** A job that this process may work on until its lease expires. */
export interface ClaimedJob<K extends JobKind = JobKind> {
  readonly conversationId: string;
  readonly accountId: string;
  readonly kind: K;
  readonly attempts: number;
}

/** A queue of jobs about conversations. All times are the database's. */
@Injectable()
export class JobStore {
  constructor(private readonly prisma: PrismaService) {}

  /** A query that returns a row while any job of these kinds is due. */
  due(kinds: readonly JobKind[]): Prisma.Sql {
    return Prisma.sql`
      SELECT FROM conversation_jobs WHERE ${isDue} AND kind IN (${Prisma.join([...kinds])})`;
  }

  /** Claims up to `limit` due jobs of accounts with greater ids than this one, by account, then oldest first. */
  claim<K extends JobKind>(
    kinds: readonly K[],
    limit: number,
    leaseMs: number,
    afterAccountId: string,
  ): Promise<ClaimedJob<K>[]> {
    return this.prisma.$queryRaw<ClaimedJob<K>[]>`
      WITH picked AS (
        UPDATE conversation_jobs AS job SET ${leasedFor(leaseMs)}
        WHERE (conversation_id, kind) IN (
          SELECT conversation_id, kind FROM conversation_jobs
          WHERE account_id > ${afterAccountId} AND ${isDue} AND kind IN (${Prisma.join([...kinds])})
          ORDER BY account_id, next_attempt_at LIMIT ${limit}::int
          FOR UPDATE SKIP LOCKED)
        RETURNING conversation_id, account_id, kind, attempts)
      SELECT conversation_id AS "conversationId", account_id AS "accountId", kind, attempts
      FROM picked ORDER BY account_id`;
  }

  /** Releases a job to be claimed again after the backoff. No effect if another worker has claimed it. */
  retry(job: ClaimedJob): Promise<void> {
    return this.postpone(job, retryIn(job));
  }

  /** Releases a job to be claimed at once. No effect if another worker has claimed it. */
  release(job: ClaimedJob): Promise<void> {
    return this.postpone(job, dueIn(0));
  }

  /**
   * Removes a job in the transaction that stores its result. False: another worker has claimed it, or its conversation
   * was deleted.
   */
  async finish(transaction: Prisma.TransactionClient, job: ClaimedJob): Promise<boolean> {
    const { conversationId, kind, attempts } = job;
    const { count } = await transaction.conversationJob.deleteMany({
      where: { conversationId, kind, attempts },
    });
    return count > 0;
  }

  private async postpone(job: ClaimedJob, change: Prisma.Sql): Promise<void> {
    const { conversationId, kind } = job;
    await this.prisma.$executeRaw`
      UPDATE conversation_jobs SET ${change}
      WHERE conversation_id = ${conversationId} AND kind = ${kind} AND ${isHeldBy(job)}`;
  }
}
