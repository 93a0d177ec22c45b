import { Injectable } from '@nestjs/common';
import { ExpensiveReads } from '../../quotas/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { type EvidenceLine, evidenceHistory } from './evidence-history.js';
import { rolloutPlan } from './rollout.js';
import { BATCH_SIZE, type EndedRolloutCall, RolloutCalls } from './rollout-calls.js';
import { RolloutsService } from './rollouts.service.js';

/** As many as a chart shows. */
const MOST_POINTS = 120;
/** Limit per response: 20,000 calls. A longer rollout shows its beginning. */
const MOST_BATCHES = 10;

/** How the evidence of a rollout's guards developed. */
@Injectable()
export class RolloutEvidence {
  constructor(
    private readonly rollouts: RolloutsService,
    private readonly calls: RolloutCalls,
    private readonly reads: ExpensiveReads,
  ) {}

  /** @throws ApiError 404 `ROLLOUT_NOT_FOUND`. */
  async of(accountId: string, agentId: string, rolloutId: string): Promise<EvidenceLine[]> {
    const row = await this.rollouts.get(accountId, agentId, rolloutId);
    const found = new Map<string, EndedRolloutCall>();
    let since = new Date(0);
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const read = (client: Prisma.TransactionClient) => this.calls.endedSince(row, since, client);
      const calls = await this.reads[batch === 0 ? 'run' : 'continue'](accountId, read);
      for (const call of calls) found.set(call.id, call);
      const last = calls.at(-1);
      if (!last || calls.length < BATCH_SIZE) break;
      // Others may have ended in the same millisecond.
      since = new Date(last.endedAt.getTime() - 1);
    }
    return evidenceHistory(rolloutPlan(row), [...found.values()], MOST_POINTS);
  }
}
