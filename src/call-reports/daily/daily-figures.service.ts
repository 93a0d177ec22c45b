import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { ExpensiveReads } from '../../quotas/index.js';
import { dayFigures } from '../../conversations/index.js';
import { ReportSpan } from '../report-span.js';
import type { DailyFiguresQuery } from '../report-queries.dto.js';
import type { DailyFiguresReport } from './daily-figures.schema.js';

const NO_TURNS = { answers: 0, interruptions: 0, latencyP50Ms: null, latencyP95Ms: null };

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
    const { calls, turns } = await this.reads.run(principal.accountId, (client) =>
      dayFigures(client, principal, query.agentId, { from, to }),
    );
    const turnsOf = new Map(turns.map(({ day, ...rest }) => [day, rest]));
    const days = calls.map((day) => ({ ...day, ...(turnsOf.get(day.day) ?? NO_TURNS) }));
    return { from: from.toISOString(), to: to.toISOString(), days };
  }
}
