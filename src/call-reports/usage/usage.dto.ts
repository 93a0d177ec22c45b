import { IsIn } from 'class-validator';
import { IfGiven, IsInstant } from '../../common/http/index.js';
import { Describe } from '../../common/openapi/index.js';

export const GROUPINGS = ['day', 'agent', 'provider'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Query of `GET /v1/usage`. */
export class UsageQuery {
  @IfGiven()
  @IsInstant()
  @Describe('Calls that started at this time or later. Default: 30 days before `to`.')
  from?: Date;

  @IfGiven()
  @IsInstant()
  @Describe('Calls that started before this time. Default: now.')
  to?: Date;

  @IsIn(GROUPINGS)
  @Describe('Days are those of UTC.')
  groupBy: Grouping = 'day';
}
