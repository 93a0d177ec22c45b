import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';

export const WINDOW_METRICS = [
  'turn_latency_p50',
  'turn_latency_p95',
  'api_errors',
  'function_errors',
  'call_crashes',
  'call_volume',
] as const;
export type WindowMetric = (typeof WINDOW_METRICS)[number];

export interface MetricScope {
  readonly accountId: string;
  /** One agent's calls; null means all of the account. */
  readonly projectId: string | null;
  /** Exclusive. */
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
}

interface ValueRow {
  readonly value: number | null;
}

/**
 * Computes metrics from call records. Latencies are those of agent turns that began in the window: from the end of the
 * caller's speech until the caller heard the agent, or, if unknown, until its first audio. Errors and crashes belong to
 * the calls that ended in the window, volume to those that began in it. A count over no calls is 0; a latency without
 * turns is null. Text conversations do not count.
 */
@Injectable()
export class WindowMetrics {
  constructor(private readonly prisma: PrismaService) {}

  async read(metric: WindowMetric, scope: MetricScope): Promise<number | null> {
    const [row] = await this.prisma.$queryRaw<ValueRow[]>(query(metric, scope));
    return row?.value ?? null;
  }
}

function query(metric: WindowMetric, scope: MetricScope): Prisma.Sql {
  switch (metric) {
    case 'turn_latency_p50':
      return latency(0.5, scope);
    case 'turn_latency_p95':
      return latency(0.95, scope);
    case 'api_errors':
      return ended(Prisma.sql`COALESCE(SUM(api_errors), 0)`, scope);
    case 'function_errors':
      return ended(Prisma.sql`COALESCE(SUM(function_errors), 0)`, scope);
    case 'call_crashes':
      return ended(Prisma.sql`COUNT(*) FILTER (WHERE crashed)`, scope);
    case 'call_volume':
      return Prisma.sql`
        SELECT COUNT(*)::float AS value FROM conversations
        WHERE ${ofScope(scope)} AND mode <> 'text' AND started_at > ${scope.from} AND started_at <= ${scope.to}`;
  }
}

function latency(fraction: number, scope: MetricScope): Prisma.Sql {
  return Prisma.sql`
    SELECT percentile_cont(${fraction}::float) WITHIN GROUP (ORDER BY COALESCE(heard_ms, first_audio_ms)) AS value
    FROM turns
    WHERE ${ofScope(scope)} AND started_at > ${scope.from} AND started_at <= ${scope.to}
      AND speaker = 'agent' AND COALESCE(heard_ms, first_audio_ms) IS NOT NULL`;
}

function ended(aggregate: Prisma.Sql, scope: MetricScope): Prisma.Sql {
  return Prisma.sql`
    SELECT (${aggregate})::float AS value FROM conversations
    WHERE ${ofScope(scope)} AND mode <> 'text' AND ended_at > ${scope.from} AND ended_at <= ${scope.to}`;
}

function ofScope({ accountId, projectId }: MetricScope): Prisma.Sql {
  return projectId === null
    ? Prisma.sql`account_id = ${accountId}`
    : Prisma.sql`account_id = ${accountId} AND agent_id = ${projectId}`;
}
