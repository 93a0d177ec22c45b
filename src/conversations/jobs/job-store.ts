import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { JobKind } from './insert-jobs.js';

/** A job that this process may work on until its lease expires. */
export interface ClaimedJob<K extends JobKind = JobKind> {
  readonly conversationId: string;
  readonly accountId: string;
  readonly kind: K;
  /** Number of claims, including this one: a fencing token. */
  readonly attempts: number;
}

/** A queue of jobs about conversations. All times are the database's. */
@Injectable()
export class JobStore {
  constructor(private readonly prisma: PrismaService) {}

  /** A query that returns a row while any job of these kinds is due. */
  due(kinds: readonly JobKind[]): Prisma.Sql {
    return Prisma.sql`
      SELECT FROM conversation_jobs WHERE next_attempt_at <= now() AND kind IN (${Prisma.join([...kinds])})`;
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
        UPDATE conversation_jobs AS job
        SET attempts = attempts + 1, next_attempt_at = now() + ${leaseMs}::int * interval '1 ms'
        WHERE (conversation_id, kind) IN (
          SELECT conversation_id, kind FROM conversation_jobs
          WHERE account_id > ${afterAccountId} AND next_attempt_at <= now() AND kind IN (${Prisma.join([...kinds])})
          ORDER BY account_id, next_attempt_at LIMIT ${limit}::int
          FOR UPDATE SKIP LOCKED)
        RETURNING conversation_id, account_id, kind, attempts)
      SELECT conversation_id AS "conversationId", account_id AS "accountId", kind, attempts
      FROM picked ORDER BY account_id`;
  }

  /** Releases a job to be claimed again after a delay, unless another worker has claimed it. */
  async postpone({ conversationId, kind, attempts }: ClaimedJob, delayMs: number): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE conversation_jobs SET next_attempt_at = now() + ${delayMs}::int * interval '1 ms'
      WHERE conversation_id = ${conversationId} AND kind = ${kind} AND attempts = ${attempts}`;
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
}
