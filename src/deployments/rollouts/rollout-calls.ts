import { Injectable } from '@nestjs/common';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import type { JudgedCall } from './verdict.js';

/** A caller who hangs up this soon was not served. */
export const EARLY_MS = 15_000;
/** The rest is read at the next check. */
export const BATCH_SIZE = 2_000;

interface CallRow {
  readonly id: string;
  readonly endedAt: Date;
  readonly deploymentId: string;
  readonly share: number;
  readonly crashed: boolean;
  readonly toolErrors: boolean;
  readonly providerErrors: boolean;
  readonly isEarlyHangUp: boolean;
  readonly isTransferred: boolean;
  readonly hasFailed: boolean | null;
  readonly isUnjudged: boolean;
  readonly responseMs: number | null;
}

export type EndedRolloutCall = JudgedCall & {
  readonly id: string;
  readonly endedAt: Date;
  /** The analysis of its success is pending. */
  readonly isUnjudged: boolean;
};

/** Reads the results of a rollout's calls from their records. */
@Injectable()
export class RolloutCalls {
  constructor(private readonly prisma: PrismaService) {}

  /** Those of the given rollouts with calls that ended after the given times. */
  async withCallsSince(
    looks: readonly { readonly row: RolloutRow; readonly since: Date }[],
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

  /**
   * The calls that ended after a time, in the order of their end. Calls that never connected say nothing about an
   * agent.
   */
  async endedSince(
    { id, agentId, createdAt, deploymentId }: RolloutRow,
    since: Date,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<readonly EndedRolloutCall[]> {
    const rows = await client.$queryRaw<CallRow[]>`
      SELECT call.id, call.ended_at AS "endedAt", call.deployment_id AS "deploymentId", call.rollout_share AS share,
             call.crashed, call.function_errors > 0 AS "toolErrors", call.api_errors > 0 AS "providerErrors",
             (NOT call.crashed AND call.end_reason = 'client-close'
               AND call.ended_at < call.connected_at + ${EARLY_MS} * interval '1 millisecond') AS "isEarlyHangUp",
             EXISTS (SELECT FROM conversation_events event WHERE event.conversation_id = call.id
                     AND event.kind = 'transfer' AND event.details -> 'done' = 'true') AS "isTransferred",
             NOT call.success AS "hasFailed",
             (call.analysis_request IS NOT NULL AND call.analysis IS NULL) AS "isUnjudged",
             (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY turn.heard_ms)
              FROM turns turn WHERE turn.conversation_id = call.id AND turn.heard_ms IS NOT NULL) AS "responseMs"
      FROM conversations call
      WHERE call.agent_id = ${agentId} AND call.started_at >= ${createdAt} AND call.rollout_id = ${id}
        AND call.ended_at > ${since} AND (call.connected_at IS NOT NULL OR call.crashed)
      ORDER BY call.ended_at, call.id
      LIMIT ${BATCH_SIZE}`;
    return rows.map((row) => toCall(row, deploymentId));
  }
}

function toCall(row: CallRow, canaryDeploymentId: string): EndedRolloutCall {
  return {
    id: row.id,
    endedAt: row.endedAt,
    isUnjudged: row.isUnjudged,
    isCanary: row.deploymentId === canaryDeploymentId,
    share: row.share,
    events: {
      crashes: row.crashed,
      tool_errors: row.toolErrors,
      provider_errors: row.providerErrors,
      early_hang_ups: row.isEarlyHangUp,
      transfers: row.isTransferred,
      ...(row.hasFailed !== null && { failures: row.hasFailed }),
    },
    ...(row.responseMs !== null && { responseMs: row.responseMs }),
  };
}
