import type { Principal } from '../../common/access/index.js';
import { Prisma } from '../../common/prisma/index.js';
import type { UsageView } from '../http/conversation.schema.js';
import { USAGE_AMOUNTS } from '../usage-sums.js';

export type UsageGrouping = 'day' | 'agent' | 'provider';

export interface GroupCalls {
  readonly key: string;
  readonly calls: number;
  readonly callSeconds: number;
}

export type GroupUsage = { readonly key: string } & Record<keyof UsageView, string | number | null>;

/** Calls that began in a time, and what they used of each provider, by group. */
export async function usageFigures(
  client: Prisma.TransactionClient,
  principal: Principal,
  { from, to }: { readonly from: Date; readonly to: Date },
  grouping: UsageGrouping,
): Promise<{ readonly counted: readonly GroupCalls[]; readonly used: readonly GroupUsage[] }> {
  const calls = callsOf(principal, from, to);
  return {
    counted: await client.$queryRaw<GroupCalls[]>(countCalls(calls, grouping)),
    used: await client.$queryRaw<GroupUsage[]>(sumUsage(calls, grouping)),
  };
}

function callsOf({ accountId, agentIds }: Principal, from: Date, to: Date): Prisma.Sql {
  const within = agentIds ? Prisma.sql`AND agent_id = ANY (${[...agentIds]}::text[])` : Prisma.empty;
  return Prisma.sql`
    SELECT id, agent_id, started_at, ended_at, usage FROM conversations
    WHERE account_id = ${accountId} AND started_at >= ${from} AND started_at < ${to} ${within}`;
}

const entriesOf = Prisma.sql`jsonb_array_elements(COALESCE(call.usage, '[]'::jsonb)) AS entry`;

const KEYS: Readonly<Record<UsageGrouping, Prisma.Sql>> = {
  day: Prisma.sql`to_char(call.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  agent: Prisma.sql`call.agent_id`,
  provider: Prisma.sql`entry ->> 'provider'`,
};

function countCalls(calls: Prisma.Sql, grouping: UsageGrouping): Prisma.Sql {
  const entries = grouping === 'provider' ? Prisma.sql`CROSS JOIN ${entriesOf}` : Prisma.empty;
  return Prisma.sql`
    SELECT key, count(*)::int AS calls,
      COALESCE(round(sum(EXTRACT(EPOCH FROM ended_at - started_at))), 0)::float8 AS "callSeconds"
    FROM (
      SELECT DISTINCT ${KEYS[grouping]} AS key, call.id, call.started_at, call.ended_at
      FROM (${calls}) AS call ${entries}
    ) AS counted
    GROUP BY key ORDER BY key`;
}

function sumUsage(calls: Prisma.Sql, grouping: UsageGrouping): Prisma.Sql {
  const sums = USAGE_AMOUNTS.map((name) =>
    Prisma.raw(`sum((entry ->> '${name}')::float8)::float8 AS "${name}"`),
  );
  return Prisma.sql`
    SELECT ${KEYS[grouping]} AS key, entry ->> 'stage' AS stage, entry ->> 'provider' AS provider,
      entry ->> 'model' AS model, ${Prisma.join(sums)}
    FROM (${calls}) AS call CROSS JOIN ${entriesOf}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
}
