import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Sample } from '../../common/statistics/index.js';

/** A caller who hangs up this soon was not served. */
const EARLY_MS = 15_000;

/** A rollout or an experiment that calls belong to. */
interface CallGroup {
  readonly id: string;
  readonly agentId: string;
  readonly createdAt: Date;
}

interface Row {
  readonly id: string;
  readonly endedAt: Date;
  readonly deploymentId: string;
  /** Percent of the calls that went to the canary at the time; null outside of rollouts. */
  readonly share: number;
  /** The analysis of its success is pending. */
  readonly isUnjudged: boolean;
  readonly responseMs: number | null;
  readonly crashed: boolean;
  readonly toolErrors: boolean;
  readonly providerErrors: boolean;
  readonly isEarlyHangUp: boolean;
  readonly isTransferred: boolean;
  readonly hasFailed: boolean | null;
}

/** How an ended call went. */
export interface CallOutcome extends Pick<Row, 'id' | 'endedAt' | 'deploymentId' | 'share' | 'isUnjudged'> {
  readonly events: {
    readonly crashes: boolean;
    readonly tool_errors: boolean;
    readonly provider_errors: boolean;
    readonly early_hang_ups: boolean;
    readonly transfers: boolean;
    /** Absent if it is not known, or not yet. */
    readonly failures?: boolean;
  };
  /** Median over its turns; absent without any response. */
  readonly responseMs?: number;
}

/** What ended calls come to together. */
export interface ArmOutcomes {
  readonly calls: number;
  /** Calls with the event, of those for which it is known. */
  readonly events: Readonly<
    Record<keyof CallOutcome['events'], { readonly events: number; readonly of: number }>
  >;
  /** Of the calls with a response. */
  readonly responseMs: Sample;
}

interface ArmRow {
  readonly arm: string;
  readonly calls: number;
  readonly crashes: number;
  readonly toolErrors: number;
  readonly providerErrors: number;
  readonly earlyHangUps: number;
  readonly transfers: number;
  readonly failures: number;
  readonly judged: number;
  readonly timed: number;
  readonly mean: number;
  readonly variance: number;
}

const OUTCOME = Prisma.sql`
  call.id, call.ended_at AS "endedAt", call.deployment_id AS "deploymentId", call.rollout_share AS share,
  call.crashed, call.function_errors > 0 AS "toolErrors",
  call.api_errors > 0 AS "providerErrors",
  (NOT call.crashed AND call.end_reason = 'client-close'
    AND call.ended_at < call.connected_at + ${EARLY_MS} * interval '1 millisecond') IS TRUE AS "isEarlyHangUp",
  call.handed_over IS TRUE AS "isTransferred",
  NOT call.success AS "hasFailed", (call.analysis_request IS NOT NULL AND call.analysis IS NULL) AS "isUnjudged",
  (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY turn.heard_ms)
   FROM turns turn WHERE turn.conversation_id = call.id AND turn.heard_ms IS NOT NULL) AS "responseMs"`;

/**
 * Reads from their records how the calls of rollouts and experiments went. Calls that never connected say nothing about
 * an agent.
 */
@Injectable()
export class CallOutcomes {
  constructor(private readonly prisma: PrismaService) {}

  /** Those of the rollouts with calls that ended after the given times. */
  async rolloutsWithCalls(
    looks: readonly { readonly row: CallGroup; readonly since: Date }[],
  ): Promise<ReadonlySet<string>> {
    if (looks.length === 0) return new Set();
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT rollout.id
      FROM unnest(${looks.map(({ row }) => row.id)}::text[], ${looks.map(({ row }) => row.agentId)}::text[],
                  ${looks.map(({ row }) => row.createdAt)}::timestamptz[], ${looks.map(({ since }) => since)}::timestamptz[])
           AS rollout (id, agent_id, created_at, since)
      WHERE EXISTS (SELECT FROM conversations call
                    WHERE call.agent_id = rollout.agent_id AND call.started_at >= rollout.created_at
                      AND call.rollout_id = rollout.id AND call.ended_at > rollout.since)`;
    return new Set(rows.map(({ id }) => id));
  }

  /** The calls of a rollout that ended after a time, in the order of their end. */
  async ofRollout(
    { id, agentId, createdAt }: CallGroup,
    since: Date,
    limit: number,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<readonly CallOutcome[]> {
    const rows = await client.$queryRaw<Row[]>`
      SELECT ${OUTCOME} FROM conversations call
      WHERE call.agent_id = ${agentId} AND call.started_at >= ${createdAt} AND call.rollout_id = ${id}
        AND call.ended_at > ${since} AND (call.connected_at IS NOT NULL OR call.crashed)
      ORDER BY call.ended_at, call.id
      LIMIT ${limit}`;
    return rows.map(outcomeOf);
  }

  /** What the first ended calls of each arm of an experiment come to, by arm. */
  async ofArms(
    { id, agentId, createdAt }: CallGroup,
    perArm: number,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<ReadonlyMap<string, ArmOutcomes>> {
    const rows = await client.$queryRaw<ArmRow[]>`
      SELECT arm, count(*)::int AS calls, (count(*) FILTER (WHERE crashed))::int AS crashes,
        (count(*) FILTER (WHERE "toolErrors"))::int AS "toolErrors",
        (count(*) FILTER (WHERE "providerErrors"))::int AS "providerErrors",
        (count(*) FILTER (WHERE "isEarlyHangUp"))::int AS "earlyHangUps",
        (count(*) FILTER (WHERE "isTransferred"))::int AS transfers,
        (count(*) FILTER (WHERE "hasFailed"))::int AS failures, count("hasFailed")::int AS judged,
        count("responseMs")::int AS timed, COALESCE(avg("responseMs"), 0)::float8 AS mean,
        COALESCE(var_samp("responseMs"), 0)::float8 AS variance
      FROM (SELECT call.experiment_arm AS arm, ${OUTCOME}
            FROM (SELECT *, row_number() OVER (PARTITION BY experiment_arm ORDER BY ended_at, id) AS place
                  FROM conversations
                  WHERE agent_id = ${agentId} AND started_at >= ${createdAt} AND experiment_id = ${id}
                    AND ended_at IS NOT NULL AND (connected_at IS NOT NULL OR crashed)) call
            WHERE call.place <= ${perArm}) outcome
      GROUP BY arm`;
    return new Map(rows.map((row) => [row.arm, armOf(row)]));
  }

  /** How many calls of each arm have ended; a cheaper query. */
  async countArms({ id, agentId, createdAt }: CallGroup): Promise<ReadonlyMap<string, number>> {
    const rows = await this.prisma.$queryRaw<{ arm: string; calls: bigint }[]>`
      SELECT experiment_arm AS arm, count(*) AS calls FROM conversations call
      WHERE call.agent_id = ${agentId} AND call.started_at >= ${createdAt} AND call.experiment_id = ${id}
        AND call.ended_at IS NOT NULL AND (call.connected_at IS NOT NULL OR call.crashed)
      GROUP BY experiment_arm`;
    return new Map(rows.map(({ arm, calls }) => [arm, Number(calls)]));
  }
}

const outcomeOf = ({
  id,
  endedAt,
  deploymentId,
  share,
  isUnjudged,
  responseMs,
  ...row
}: Row): CallOutcome => ({
  ...{ id, endedAt, deploymentId, share, isUnjudged },
  events: {
    crashes: row.crashed,
    tool_errors: row.toolErrors,
    provider_errors: row.providerErrors,
    early_hang_ups: row.isEarlyHangUp,
    transfers: row.isTransferred,
    ...(row.hasFailed !== null && { failures: row.hasFailed }),
  },
  ...(responseMs !== null && { responseMs }),
});

function armOf({ calls, timed, mean, variance, ...row }: ArmRow): ArmOutcomes {
  const known = (events: number) => ({ events, of: calls });
  return {
    calls,
    events: {
      crashes: known(row.crashes),
      tool_errors: known(row.toolErrors),
      provider_errors: known(row.providerErrors),
      early_hang_ups: known(row.earlyHangUps),
      transfers: known(row.transfers),
      failures: { events: row.failures, of: row.judged },
    },
    responseMs: { count: timed, mean, variance },
  };
}
