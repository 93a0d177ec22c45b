import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { retryDelayMs } from '../../jobs/index.js';
import type { AgentFault } from '../../voice/agent-adapter.js';

/** A leased job: an agent whose passages lack vectors. */
export interface EmbeddingJob {
  readonly agentId: string;
  readonly accountId: string;
  readonly requestedAt: Date;
  /** Including this one. */
  readonly attempts: number;
  /** End of the lease, and the fence: a write for an earlier claim finds no row. */
  readonly leasedUntil: Date;
}

/**
 * Jobs for agents whose passages lack vectors: one row each, however often they change. A change makes a job due while
 * it is leased, so that the lease has a column of its own.
 */
@Injectable()
export class EmbeddingJobs {
  constructor(private readonly prisma: PrismaService) {}

  /** The passages have changed. A running job continues, then runs once more. */
  async request(transaction: Prisma.TransactionClient, agentId: string): Promise<void> {
    await transaction.$executeRaw`
      INSERT INTO knowledge_embedding_jobs (agent_id) VALUES (${agentId})
      ON CONFLICT (agent_id) DO UPDATE SET requested_at = now(), due_at = now(), attempts = 0, failure = NULL,
        failure_detail = NULL`;
  }

  /** A conversation has found missing vectors: retries a job that failed for good at least an hour ago. */
  async remind(agentId: string): Promise<void> {
    await this.prisma.$executeRaw`
      INSERT INTO knowledge_embedding_jobs AS job (agent_id) VALUES (${agentId})
      ON CONFLICT (agent_id) DO UPDATE SET requested_at = now(), due_at = now(), attempts = 0
      WHERE job.due_at IS NULL AND job.requested_at < now() - interval '1 hour'`;
  }

  /** A query that returns a row while any job is due. */
  get due(): Prisma.Sql {
    return Prisma.sql`
      SELECT FROM knowledge_embedding_jobs
      WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < now())`;
  }

  /**
   * The first due job, by account and then by age, of accounts with greater ids than this one. Leased for `leaseMs`
   * milliseconds. The few due rows are sorted by account: there is one per agent.
   */
  async claim(leaseMs: number, afterAccountId: string): Promise<EmbeddingJob | undefined> {
    const [job] = await this.prisma.$queryRaw<EmbeddingJob[]>`
      UPDATE knowledge_embedding_jobs AS job
      SET leased_until = now() + ${leaseMs} * interval '1 millisecond', attempts = attempts + 1
      FROM agents WHERE agents.id = job.agent_id AND job.agent_id = (
        SELECT waiting.agent_id FROM knowledge_embedding_jobs AS waiting
        JOIN agents AS owned ON owned.id = waiting.agent_id
        WHERE owned.account_id > ${afterAccountId} AND waiting.due_at <= now()
          AND (waiting.leased_until IS NULL OR waiting.leased_until < now())
        ORDER BY owned.account_id, waiting.due_at LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED)
      RETURNING job.agent_id AS "agentId", agents.account_id AS "accountId", job.requested_at AS "requestedAt",
        job.attempts, job.leased_until AS "leasedUntil"`;
    return job;
  }

  /** Done; due again if the passages have changed since it was claimed. */
  async finish(job: EmbeddingJob): Promise<void> {
    const { agentId, requestedAt, leasedUntil } = job;
    const { count } = await this.prisma.knowledgeEmbeddingJob.deleteMany({
      where: { agentId, requestedAt, leasedUntil },
    });
    if (count === 0) await this.continue(job);
  }

  /** Unfinished: due again, after other jobs. */
  async continue({ agentId, leasedUntil }: EmbeddingJob): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE knowledge_embedding_jobs SET due_at = now(), leased_until = NULL, attempts = 0
      WHERE agent_id = ${agentId} AND leased_until = ${leasedUntil}`;
  }

  /** @param isLast Whether it is not tried again. */
  async fail(
    job: EmbeddingJob,
    { code, detail }: Pick<AgentFault, 'code' | 'detail'>,
    isLast: boolean,
  ): Promise<void> {
    const { agentId, requestedAt, leasedUntil } = job;
    const inMs = isLast ? null : retryDelayMs(job.attempts);
    const count = await this.prisma.$executeRaw`
      UPDATE knowledge_embedding_jobs
      SET failure = ${code}, failure_detail = ${detail ?? null}, leased_until = NULL, due_at = now() + ${inMs}::float8 * interval '1 millisecond'
      WHERE agent_id = ${agentId} AND requested_at = ${requestedAt} AND leased_until = ${leasedUntil}`;
    if (count === 0) await this.continue(job);
  }
}
