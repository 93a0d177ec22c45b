import type { Principal } from '../../common/access/index.js';
import { Prisma } from '../../common/prisma/index.js';

export interface RunningFigures {
  readonly agentId: string;
  readonly callsNow: number;
  /** Begun since the given time. */
  readonly calls: number;
  /** Of these, those with a failure. */
  readonly errors: number;
}

/** Running calls, and calls since a time, of each agent. */
export function runningFigures(
  client: Prisma.TransactionClient,
  principal: Principal,
  from: Date,
): Promise<RunningFigures[]> {
  return client.$queryRaw<RunningFigures[]>(activity(principal, from));
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
