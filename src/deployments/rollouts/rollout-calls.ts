import { Injectable } from '@nestjs/common';
import type { Prisma } from '../../common/prisma/index.js';
import { type CallOutcome, CallOutcomes } from '../../conversations/index.js';
import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import type { JudgedCall } from './verdict.js';

/** The rest is read at the next check. */
export const BATCH_SIZE = 2_000;

export type EndedRolloutCall = JudgedCall & Pick<CallOutcome, 'id' | 'endedAt' | 'isUnjudged'>;

/** The results of a rollout's calls. */
@Injectable()
export class RolloutCalls {
  constructor(private readonly outcomes: CallOutcomes) {}

  /** Those that ended after a time, in the order of their end. */
  async endedSince(
    row: RolloutRow,
    since: Date,
    client?: Prisma.TransactionClient,
  ): Promise<readonly EndedRolloutCall[]> {
    const calls = await this.outcomes.ofRollout(row, since, BATCH_SIZE, client);
    return calls.map((call) => ({ ...call, isCanary: call.deploymentId === row.deploymentId }));
  }
}
