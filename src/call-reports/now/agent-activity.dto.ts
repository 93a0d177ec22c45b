import { IfGiven, IsInstant } from '../../common/http/index.js';
import { Describe } from '../../common/openapi/index.js';

/** Query of `GET /v1/metrics/agents`. */
export class AgentActivityQuery {
  @IfGiven()
  @IsInstant()
  @Describe('Conversations that started at this time or later count. Default: the last midnight of UTC.')
  from?: Date;
}
