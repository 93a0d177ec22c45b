import { IsOptional, Matches } from 'class-validator';
import { IfGiven, IsInstant } from '../../common/http/index.js';
import { Describe } from '../../common/openapi/index.js';

/** Query of `GET /v1/metrics/daily`. */
export class DailyFiguresQuery {
  @IfGiven()
  @IsInstant()
  @Describe('Calls that started at this time or later. Default: 30 days before `to`.')
  from?: Date;

  @IfGiven()
  @IsInstant()
  @Describe('Calls that started before this time. Default: now.')
  to?: Date;

  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,100}$/)
  @Describe({ type: 'string', description: 'Only those of this agent.' })
  agentId?: string;
}
