import { IfGiven, IsInstant } from '../common/http/index.js';
import { Describe } from '../common/openapi/index.js';

/** Query parameters for the span of a report. */
export class ReportSpanQuery {
  @IfGiven()
  @IsInstant()
  @Describe('Calls that started at this time or later. Default: 30 days before `to`.')
  from?: Date;

  @IfGiven()
  @IsInstant()
  @Describe('Calls that started before this time. Default: now.')
  to?: Date;
}
