import { IfGiven, IsInstant } from '../http/index.js';
import { Describe } from '../http/openapi/index.js';
import { IsIn, IsOptional, Matches } from 'class-validator';

class ReportSpanQuery {
  @IfGiven()
  @IsInstant()
  @Describe('Calls that started at this time or later. Default: 30 days before `to`.')
  from?: Date;

  @IfGiven()
  @IsInstant()
  @Describe('Calls that started before this time. Default: now.')
  to?: Date;
}

/** Query of `GET /v1/metrics/agents`. */
export class AgentActivityQuery {
  @IfGiven()
  @IsInstant()
  @Describe('Conversations that started at this time or later count. Default: the last midnight of UTC.')
  from?: Date;
}

export const GROUPINGS = ['day', 'agent', 'provider'] as const;
type Grouping = (typeof GROUPINGS)[number];

/** Query of `GET /v1/usage`. */
export class UsageQuery extends ReportSpanQuery {
  @IsIn(GROUPINGS)
  @Describe('Days are those of UTC.')
  groupBy: Grouping = 'day';
}

/** Query of `GET /v1/metrics/daily` and `/questions`. */
export class DailyFiguresQuery extends ReportSpanQuery {
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,100}$/)
  @Describe({ type: 'string', description: 'Only those of this agent.' })
  agentId?: string;
}

/** Query of `GET /v1/metrics/outcomes`. */
export class OutcomesQuery extends DailyFiguresQuery {
  @IfGiven()
  @Matches(/^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/)
  @Describe({ type: 'string', description: 'Of days and hours, like `Europe/Berlin`.' })
  timeZone: string = 'UTC';
}
