import { Injectable } from '@nestjs/common';
import { ExpensiveReads } from '../../common/limits/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Experiment as ExperimentRow } from '../../generated/prisma/client.js';
import { EARLY_MS } from '../rollouts/rollout-calls.js';
import type { ArmCall } from './compare-arms.js';

/** Limit per response. An arm with more calls is judged by its first ones. */
const MOST_CALLS_PER_ARM = 10_000;

interface CallRow {
  readonly arm: string;
  readonly crashed: boolean;
  readonly toolErrors: boolean;
  readonly providerErrors: boolean;
  readonly isEarlyHangUp: boolean;
  readonly isTransferred: boolean;
  readonly hasFailed: boolean | null;
  readonly responseMs: number | null;
}

/** Reads the results of an experiment's calls from their records. */
@Injectable()
export class ExperimentCalls {
  constructor(
    private readonly prisma: PrismaService,
    private readonly reads: ExpensiveReads,
  ) {}

  /**
   * The first ended calls of each arm, in the order of their end. Calls that never connected say nothing about an
   * agent.
   * @param perArm Limit for each arm.
   */
  async ended(
    { id, agentId, createdAt }: ExperimentRow,
    perArm = MOST_CALLS_PER_ARM,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<readonly ArmCall[]> {
    const rows = await client.$queryRaw<CallRow[]>`
      SELECT call.experiment_arm AS arm, call.crashed, call.function_errors > 0 AS "toolErrors",
             EXISTS (SELECT FROM conversation_events event WHERE event.conversation_id = call.id
                     AND event.kind = 'transfer' AND event.details -> 'done' = 'true') AS "isTransferred",
             call.api_errors > 0 AS "providerErrors", NOT call.success AS "hasFailed",
             (NOT call.crashed AND call.end_reason = 'client-close'
               AND call.ended_at < call.connected_at + ${EARLY_MS} * interval '1 millisecond') IS TRUE AS "isEarlyHangUp",
             (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY turn.heard_ms)
              FROM turns turn WHERE turn.conversation_id = call.id AND turn.heard_ms IS NOT NULL) AS "responseMs"
      FROM (SELECT *, row_number() OVER (PARTITION BY experiment_arm ORDER BY ended_at, id) AS place FROM conversations
            WHERE agent_id = ${agentId} AND started_at >= ${createdAt} AND experiment_id = ${id}
              AND ended_at IS NOT NULL AND (connected_at IS NOT NULL OR crashed)) call
      WHERE call.place <= ${perArm}
      ORDER BY call.ended_at, call.id`;
    return rows.map(({ arm, responseMs, ...had }) => ({
      arm,
      events: {
        crashes: had.crashed,
        tool_errors: had.toolErrors,
        provider_errors: had.providerErrors,
        early_hang_ups: had.isEarlyHangUp,
        transfers: had.isTransferred,
        ...(had.hasFailed !== null && { failures: had.hasFailed }),
      },
      ...(responseMs !== null && { responseMs }),
    }));
  }

  /** As `ended`, for a requesting account. @throws ApiError as `ExpensiveReads` */
  endedFor(accountId: string, row: ExperimentRow): Promise<readonly ArmCall[]> {
    return this.reads.run(accountId, (client) => this.ended(row, MOST_CALLS_PER_ARM, client));
  }

  /** How many calls of each arm have ended; a cheaper query. */
  async counts({ id, agentId, createdAt }: ExperimentRow): Promise<ReadonlyMap<string, number>> {
    const rows = await this.prisma.$queryRaw<{ arm: string; calls: bigint }[]>`
      SELECT experiment_arm AS arm, count(*) AS calls FROM conversations call
      WHERE call.agent_id = ${agentId} AND call.started_at >= ${createdAt} AND call.experiment_id = ${id}
        AND call.ended_at IS NOT NULL AND (call.connected_at IS NOT NULL OR call.crashed)
      GROUP BY experiment_arm`;
    return new Map(rows.map(({ arm, calls }) => [arm, Number(calls)]));
  }
}
