import { Prisma } from '../../common/prisma/index.js';
import { begunWithin, type CallsReader, type Span } from './begun-within.js';

/** Calls that began in the same hour and failed for the same reason, or did not fail. */
export interface OutcomeRow {
  /** Of the time zone. */
  readonly day: string;
  /** ISO: 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  /** Of the period before. */
  readonly isBefore: boolean;
  /** Why they failed. */
  readonly code: string | null;
  readonly message: string | null;
  readonly calls: number;
  readonly notConnected: number;
  readonly handedOver: number;
  readonly judged: number;
  readonly successful: number;
  readonly callSeconds: number;
}

/**
 * How the calls of a period and of the one before went, by hour of a time zone. Neither text conversations nor calls of
 * drafts count. Rows are counted by quarter of an hour, which all time zones share, and converted once a group.
 */
export function outcomeFigures(
  client: Prisma.TransactionClient,
  reader: CallsReader,
  agentId: string | undefined,
  { from, to }: Span,
  timeZone: string,
): Promise<OutcomeRow[]> {
  const before = new Date(2 * from.getTime() - to.getTime());
  return client.$queryRaw<OutcomeRow[]>`
    SELECT to_char(hour, 'YYYY-MM-DD') AS day, EXTRACT(ISODOW FROM hour)::int AS weekday,
      EXTRACT(HOUR FROM hour)::int AS hour, "isBefore", code, min(message) AS message, sum(calls)::int AS calls,
      sum(not_connected)::int AS "notConnected", sum(handed_over)::int AS "handedOver", sum(judged)::int AS judged,
      sum(successful)::int AS successful, sum(seconds)::float8 AS "callSeconds"
    FROM (
      SELECT date_bin('15 minutes', started_at, '2000-01-01Z'::timestamptz) AS begun, started_at < ${from} AS "isBefore",
        CASE WHEN crashed THEN COALESCE(failure ->> 'code', upper(replace(end_reason, '-', '_')), 'UNEXPECTED') END AS code,
        min(failure ->> 'message') AS message, count(*) AS calls,
        count(*) FILTER (WHERE ended_at IS NOT NULL AND connected_at IS NULL AND NOT crashed) AS not_connected,
        count(*) FILTER (WHERE handed_over AND NOT crashed AND connected_at IS NOT NULL) AS handed_over,
        count(success) AS judged, count(*) FILTER (WHERE success) AS successful,
        round(COALESCE(sum(duration_ms), 0) / 1000.0) AS seconds
      FROM conversations
      WHERE ${begunWithin(reader, agentId, { from: before, to })} AND mode <> 'text' AND target <> 'draft'
      GROUP BY 1, 2, 3
    ) AS quarters CROSS JOIN LATERAL (SELECT date_trunc('hour', begun AT TIME ZONE ${timeZone}) AS hour) AS local
    GROUP BY local.hour, "isBefore", code ORDER BY local.hour`;
}
