import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import { validationFailed } from '../../common/errors/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { ExpensiveReads } from '../../common/limits/index.js';
import { MAX_REPORT_DAYS } from '../report-span.js';
import type { AgentActivityReport } from './agent-activity.schema.js';

const DAY_MS = 86_400_000;

type Row = AgentActivityReport['agents'][number];

/** Running calls and today's failures per agent of an account. */
@Injectable()
export class AgentActivityService {
  constructor(
    private readonly reads: ExpensiveReads,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 400 for a time too far in the past */
  async report(principal: Principal, wanted: Date | undefined): Promise<AgentActivityReport> {
    const now = this.clock.now().getTime();
    const from = wanted ?? new Date(now - (now % DAY_MS));
    if (now - from.getTime() > MAX_REPORT_DAYS * DAY_MS)
      throw validationFailed(`from must be at most ${MAX_REPORT_DAYS} days ago.`);
    const agents = await this.reads.run(principal.accountId, (client) =>
      client.$queryRaw<Row[]>(activity(principal, from)),
    );
    const callsNow = agents.reduce((sum, agent) => sum + agent.callsNow, 0);
    return { from: from.toISOString(), callsNow, agents };
  }
}

/** Two subqueries, each with its own index: few calls are running, and few are of today. */
function activity({ accountId, agentIds }: Principal, from: Date): Prisma.Sql {
  const allowed = agentIds ? Prisma.sql`AND agent_id = ANY (${[...agentIds]}::text[])` : Prisma.empty;
  const within = Prisma.sql`account_id = ${accountId} AND mode <> 'text' ${allowed}`;
  return Prisma.sql`
    SELECT agent_id AS "agentId", sum(now)::int AS "callsNow", sum(started)::int AS calls, sum(failed)::int AS errors
    FROM (
      SELECT agent_id, 1 AS now, 0 AS started, 0 AS failed FROM conversations WHERE ${within} AND ended_at IS NULL
      UNION ALL
      SELECT agent_id, 0, 1, (crashed OR api_errors > 0 OR function_errors > 0)::int
      FROM conversations WHERE ${within} AND started_at >= ${from}
    ) AS parts GROUP BY agent_id ORDER BY agent_id`;
}
