import type { Principal } from '../../common/access/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { begunWithin, type Span } from './begun-within.js';

export interface CallsOfDay {
  readonly day: string;
  readonly calls: number;
  readonly failed: number;
  readonly notConnected: number;
  readonly callSeconds: number;
  readonly providerErrors: number;
  readonly toolErrors: number;
}

export interface TurnsOfDay {
  readonly day: string;
  readonly answers: number;
  readonly interruptions: number;
  readonly latencyP50Ms: number | null;
  readonly latencyP95Ms: number | null;
}

/** Figures of the calls that began in a time, by day of UTC. Text conversations are not calls. */
export async function dayFigures(
  client: Prisma.TransactionClient,
  principal: Principal,
  agentId: string | undefined,
  span: Span,
): Promise<{ readonly calls: readonly CallsOfDay[]; readonly turns: readonly TurnsOfDay[] }> {
  const within = begunWithin(principal, agentId, span);
  return {
    calls: await client.$queryRaw<CallsOfDay[]>(callsByDay(within)),
    turns: await client.$queryRaw<TurnsOfDay[]>(turnsByDay(within)),
  };
}

/** Rounding to the day before grouping and formatting once per group: formatting each row would dominate the query. */
const DAY = Prisma.sql`(started_at AT TIME ZONE 'UTC')::date`;

const callsByDay = (within: Prisma.Sql) => Prisma.sql`
  SELECT to_char(day, 'YYYY-MM-DD') AS day, calls, failed, "notConnected", "callSeconds", "providerErrors", "toolErrors"
  FROM (
    SELECT ${DAY} AS day, count(*)::int AS calls, (count(*) FILTER (WHERE crashed))::int AS failed,
      (count(*) FILTER (WHERE ended_at IS NOT NULL AND connected_at IS NULL AND NOT crashed))::int AS "notConnected",
      COALESCE(round(sum(EXTRACT(EPOCH FROM ended_at - started_at))), 0)::float8 AS "callSeconds",
      sum(api_errors)::int AS "providerErrors", sum(function_errors)::int AS "toolErrors"
    FROM conversations WHERE ${within} AND mode <> 'text' GROUP BY 1
  ) AS days ORDER BY day`;

const turnsByDay = (within: Prisma.Sql) => Prisma.sql`
  SELECT to_char(day, 'YYYY-MM-DD') AS day, answers, interruptions, latencies[1] AS "latencyP50Ms",
    latencies[2] AS "latencyP95Ms"
  FROM (
    SELECT ${DAY} AS day, count(*)::int AS answers, (count(*) FILTER (WHERE interrupted))::int AS interruptions,
      percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY COALESCE(heard_ms, first_audio_ms)) AS latencies
    FROM turns WHERE ${within} AND speaker = 'agent' GROUP BY 1
  ) AS days`;
