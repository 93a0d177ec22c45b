import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { AgentFault } from '../../voice/agent-adapter.js';

/** An agent whose passages lack vectors, leased for a while. */
export interface EmbeddingJob {
  readonly agentId: string;
  readonly accountId: string;
  readonly requestedAt: Date;
  /** With this one. */
  readonly attempts: number;
}

/** The agents whose passages lack vectors: one row each, however often they change. */
@Injectable()
export class EmbeddingJobs {
  constructor(private readonly prisma: PrismaService) {}

  /** Something has changed. What is being done goes on, and then once more. */
  async request(transaction: Prisma.TransactionClient, agentId: string): Promise<void> {
    await transaction.$executeRaw`
      INSERT INTO knowledge_embedding_jobs (agent_id) VALUES (${agentId})
      ON CONFLICT (agent_id) DO UPDATE SET requested_at = now(), due_at = now(), attempts = 0, failure = NULL,
        failure_detail = NULL`;
  }

  /** A conversation has found vectors missing: what was given up for the same reason an hour ago is tried again. */
  async remind(agentId: string): Promise<void> {
    await this.prisma.$executeRaw`
      INSERT INTO knowledge_embedding_jobs AS job (agent_id) VALUES (${agentId})
      ON CONFLICT (agent_id) DO UPDATE SET requested_at = now(), due_at = now(), attempts = 0
      WHERE job.due_at IS NULL AND job.requested_at < now() - interval '1 hour'`;
  }

  /** A query that has a row while any is due. */
  get due(): Prisma.Sql {
    return Prisma.sql`
      SELECT FROM knowledge_embedding_jobs
      WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < now())`;
  }

  /**
   * The first that is due, by account and then by age, of the accounts whose ids come after this one. It is held for
   * `leaseMs` milliseconds. The few that are due are sorted by account: they are one row an agent.
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
        job.attempts`;
    return job;
  }

  /** All is done; where something has changed meanwhile, it is due again. */
  async finish({ agentId, requestedAt }: EmbeddingJob): Promise<void> {
    const { count } = await this.prisma.knowledgeEmbeddingJob.deleteMany({ where: { agentId, requestedAt } });
    if (count === 0) await this.giveBack(agentId);
  }

  /** There is more to do, when others had their turn. */
  async continue({ agentId }: EmbeddingJob): Promise<void> {
    await this.giveBack(agentId);
  }

  /** @param inMs Milliseconds until the next attempt; undefined gives it up. */
  async fail(
    { agentId, requestedAt }: EmbeddingJob,
    { code, detail }: Pick<AgentFault, 'code' | 'detail'>,
    inMs: number | undefined,
  ): Promise<void> {
    const count = await this.prisma.$executeRaw`
      UPDATE knowledge_embedding_jobs
      SET failure = ${code}, failure_detail = ${detail ?? null}, leased_until = NULL, due_at = now() + ${inMs ?? null}::float8 * interval '1 millisecond'
      WHERE agent_id = ${agentId} AND requested_at = ${requestedAt}`;
    if (count === 0) await this.giveBack(agentId);
  }

  private async giveBack(agentId: string): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE knowledge_embedding_jobs SET due_at = now(), leased_until = NULL, attempts = 0 WHERE agent_id = ${agentId}`;
  }
}
