import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { instanceIsAlive, Instances, lastSeen, type OwnedCall } from '../../cluster/index.js';
import { forgetJournals } from '../conversation-store.js';
import { AFTER_END, insertJobs } from '../jobs/insert-jobs.js';
import { JobSignal } from '../jobs/job-signal.js';

/** End reason of conversations whose process died. */
const INSTANCE_LOST = 'instance-lost';

/** SQL condition: calls of an instance are open on record. @param id The column that names it. */
export const hasOpenCalls = (id: string): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT FROM conversations c WHERE c.instance_id = ${Prisma.raw(id)} AND c.ended_at IS NULL AND c.mode <> 'text')`;

/** Closes conversations that dead processes left open. */
@Injectable()
export class LostInstances {
  private readonly carryOnMs: number;

  constructor(
    private readonly prisma: PrismaService,
    private readonly jobs: JobSignal,
    private readonly instances: Instances,
    config: AppConfig,
  ) {
    this.carryOnMs = config.conversations.carryOnWithinMs;
  }

  /**
   * Closes, as crashed, every open conversation whose instance holds no lease and that no other has taken over. Its end
   * is the instance's last heartbeat. Returns the number closed.
   * @throws when the database is away
   */
  async endConversations(): Promise<number> {
    const [rows] = await this.prisma.$transaction([
      this.prisma.$queryRaw<{ ended: number }[]>`
        WITH lost AS (
          UPDATE conversations AS c
          SET ended_at = GREATEST(c.started_at, COALESCE(${lastSeen('c.instance_id')}, now())),
              end_reason = ${INSTANCE_LOST}, crashed = true
          -- A conversation in text is in no process.
          WHERE c.ended_at IS NULL AND c.mode <> 'text'
            AND NOT ${instanceIsAlive('c.instance_id')}
            -- Somebody may go on with it.
            AND NOT EXISTS (
              SELECT FROM call_journals j
              WHERE j.conversation_id = c.id AND ${instanceIsAlive('c.instance_id', this.carryOnMs)})
          RETURNING c.id, c.account_id, c.ended_at, c.analysis_request, c.analysis
        ),
        done AS (${forgetJournals(Prisma.sql`lost`)}),
        jobs AS (${insertJobs(Prisma.sql`lost`, AFTER_END)})
        SELECT count(*)::int AS ended FROM lost`,
      this.instances.forgetLost(hasOpenCalls('i.id')),
    ]);
    const ended = rows[0]?.ended ?? 0;
    if (ended > 0) this.jobs.raise();
    return ended;
  }

  /**
   * Closes the record of a call whose instance released it or is gone, as of now: its client hung up, or nothing can
   * answer it any more. Fences writes of the former instance.
   * @returns false if it has ended, or another instance has taken it over since it was found
   * @throws when the database is away
   */
  async endAs(
    reason: 'client-close' | 'agent-failed',
    { conversationId, epoch }: OwnedCall,
  ): Promise<boolean> {
    const rows = await this.prisma.$queryRaw<unknown[]>`
      WITH closed AS (
        UPDATE conversations AS c
        SET ended_at = GREATEST(c.started_at, now()), end_reason = ${reason}, crashed = ${reason === 'agent-failed'},
          epoch = ${epoch + 1}
        WHERE c.id = ${conversationId} AND c.ended_at IS NULL AND COALESCE(c.epoch, 1) = ${epoch}
        RETURNING c.id, c.account_id, c.ended_at, c.analysis_request, c.analysis
      ),
      done AS (${forgetJournals(Prisma.sql`closed`)}),
      jobs AS (${insertJobs(Prisma.sql`closed`, AFTER_END)})
      SELECT id FROM closed`;
    if (rows.length > 0) this.jobs.raise();
    return rows.length > 0;
  }
}
