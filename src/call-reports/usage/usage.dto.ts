import { IsIn } from 'class-validator';
import { Describe } from '../../common/openapi/index.js';
import { ReportSpanQuery } from '../report-span.query.js';

export const GROUPINGS = ['day', 'agent', 'provider'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Query of `GET /v1/usage`. */
export class UsageQuery extends ReportSpanQuery {
  @IsIn(GROUPINGS)
  @Describe('Days are those of UTC.')
  groupBy: Grouping = 'day';
}
