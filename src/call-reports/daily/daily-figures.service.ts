import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { ExpensiveReads } from '../../common/limits/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { ReportSpan } from '../report-span.js';
import type { DailyFiguresQuery } from '../report-queries.dto.js';
import type { DailyFigures, DailyFiguresReport } from './daily-figures.schema.js';

type OfCalls = Omit<DailyFigures, keyof OfTurns> & { readonly day: string };
type OfTurns = Pick<DailyFigures, 'answers' | 'interruptions' | 'latencyP50Ms' | 'latencyP95Ms'>;

const NO_TURNS: OfTurns = { answers: 0, interruptions: 0, latencyP50Ms: null, latencyP95Ms: null };

/** Daily figures from call records. Text conversations are not calls. */
@Injectable()
export class DailyFiguresService {
  constructor(
    private readonly reads: ExpensiveReads,
    private readonly span: ReportSpan,
  ) {}

  /** @throws ApiError 400 for an empty or too long span */
  async report(principal: Principal, query: DailyFiguresQuery): Promise<DailyFiguresReport> {
    const { from, to } = this.span.of(query);
    const within = withinOf(principal, query.agentId, from, to);
    const { calls, turns } = await this.reads.run(principal.accountId, async (client) => ({
      calls: await client.$queryRaw<OfCalls[]>(callsByDay(within)),
      turns: await client.$queryRaw<(OfTurns & { day: string })[]>(turnsByDay(within)),
    }));
    const turnsOf = new Map(turns.map(({ day, ...rest }) => [day, rest]));
    const days = calls.map((day) => ({ ...day, ...(turnsOf.get(day.day) ?? NO_TURNS) }));
    return { from: from.toISOString(), to: to.toISOString(), days };
  }
}

function withinOf(
  { accountId, agentIds }: Principal,
  agentId: string | undefined,
  from: Date,
  to: Date,
): Prisma.Sql {
  const allowed = agentIds ? Prisma.sql`AND agent_id = ANY (${[...agentIds]}::text[])` : Prisma.empty;
  const wanted = agentId === undefined ? Prisma.empty : Prisma.sql`AND agent_id = ${agentId}`;
  return Prisma.sql`account_id = ${accountId} AND started_at >= ${from} AND started_at < ${to} ${allowed} ${wanted}`;
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
