import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { isTimeZone } from '../../common/clock/index.js';
import { validationFailed } from '../../common/errors/index.js';
import { outcomeFigures } from '../../conversations/index.js';
import { ExpensiveReads } from '../../quotas/index.js';
import type { OutcomesQuery } from '../report-queries.dto.js';
import { ReportSpan } from '../report-span.js';
import { outcomeReport } from './outcome-report.js';
import type { OutcomeReport } from './outcomes.schema.js';

/** What became of callers. */
@Injectable()
export class OutcomesService {
  constructor(
    private readonly reads: ExpensiveReads,
    private readonly span: ReportSpan,
  ) {}

  /** @throws ApiError 400 for an unknown time zone, or an empty or too long span */
  async report(principal: Principal, query: OutcomesQuery): Promise<OutcomeReport> {
    const span = this.span.of(query);
    const { agentId, timeZone } = query;
    if (!isTimeZone(timeZone)) throw validationFailed('timeZone must be like Europe/Berlin.');
    const rows = await this.reads.run(principal.accountId, (client) =>
      outcomeFigures(client, principal, agentId, span, timeZone),
    );
    return { from: span.from.toISOString(), to: span.to.toISOString(), timeZone, ...outcomeReport(rows) };
  }
}
