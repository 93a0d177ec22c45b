import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import { validationFailed } from '../../common/errors/index.js';
import { ExpensiveReads } from '../../quotas/index.js';
import { runningFigures } from '../../conversations/index.js';
import { MAX_REPORT_DAYS } from '../report-span.js';
import type { AgentActivityReport } from './agent-activity.schema.js';

const DAY_MS = 86_400_000;

/** Running calls and today's failures per agent of an account. */
@Injectable()
export class AgentActivityService {
  constructor(
    private readonly reads: ExpensiveReads,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 400 for a time too far in the past */
  async report(principal: Principal, wanted: Date | undefined): Promise<AgentActivityReport> {
    const now = this.clock.now().getTime();
    const from = wanted ?? new Date(now - (now % DAY_MS));
    if (now - from.getTime() > MAX_REPORT_DAYS * DAY_MS)
      throw validationFailed(`from must be at most ${MAX_REPORT_DAYS} days ago.`);
    const agents = await this.reads.run(principal.accountId, (client) =>
      runningFigures(client, principal, from),
    );
    const callsNow = agents.reduce((sum, agent) => sum + agent.callsNow, 0);
    return { from: from.toISOString(), callsNow, agents };
  }
}
