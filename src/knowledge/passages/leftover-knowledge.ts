import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { draftLock, isFrozenOrDrafted } from '../../agents/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService } from '../../common/prisma/index.js';

const INTERVAL_MS = 60 * 60 * 1_000;
const AT_ONCE = 500;

/** Deletes knowledge that no draft or version refers to, an hour after its creation at the earliest. */
@Injectable()
export class LeftoverKnowledge extends PeriodicService {
  constructor(
    private readonly prisma: PrismaService,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, INTERVAL_MS, logger, 'unused knowledge could not be deleted');
  }

  /** Holds the draft, since changing it creates sets and passages. */
  async run(signal?: AbortSignal): Promise<void> {
    const agents = await this.prisma.$queryRaw<{ agentId: string }[]>`
      SELECT DISTINCT agent_id AS "agentId" FROM knowledge_sets AS stored
      WHERE created_at < now() - interval '1 hour' AND NOT ${isFrozenOrDrafted('stored')}
      LIMIT ${AT_ONCE}`;
    for (const { agentId } of agents) {
      if (signal?.aborted) return;
      await this.prisma.$transaction([
        this.prisma.$executeRaw(draftLock(agentId)),
        this.prisma.$executeRaw`
          DELETE FROM knowledge_sets AS stored
          WHERE agent_id = ${agentId} AND created_at < now() - interval '1 hour'
            AND NOT ${isFrozenOrDrafted('stored')}`,
        this.prisma.$executeRaw`
          DELETE FROM knowledge_passages WHERE agent_id = ${agentId} AND NOT EXISTS (
            SELECT FROM knowledge_sets WHERE agent_id = ${agentId} AND knowledge_passages.source = ANY (sources))`,
      ]);
    }
  }
}
