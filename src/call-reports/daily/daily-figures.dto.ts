import { IsOptional, Matches } from 'class-validator';
import { Describe } from '../../common/openapi/index.js';
import { ReportSpanQuery } from '../report-span.query.js';

/** Query of `GET /v1/metrics/daily`. */
export class DailyFiguresQuery extends ReportSpanQuery {
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,100}$/)
  @Describe({ type: 'string', description: 'Only those of this agent.' })
  agentId?: string;
}
