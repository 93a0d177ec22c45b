import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { IfGiven, IsInstant, toBoolean } from '../../common/http/index.js';
import { Describe } from '../../common/openapi/index.js';
import { PageQuery } from '../../common/pagination/index.js';
import type { ConversationTarget } from '../conversation-record.js';

const ID = /^[A-Za-z0-9_-]{1,100}$/;
const WORD = /^[a-z0-9-]{1,64}$/;

export class ListConversationsQuery extends PageQuery {
  @IsOptional()
  @Matches(ID)
  @Describe({ type: 'string', description: 'Only those of this agent.' })
  agentId?: string;

  @IsOptional()
  @IsIn(['draft', ...ENVIRONMENTS])
  @Describe('Only those of this environment, or of the draft.')
  target?: ConversationTarget;

  @IsOptional()
  @IsIn(['end-to-end', 'traditional', 'echo'])
  @Describe('Only those in this mode.')
  mode?: string;

  @IsOptional()
  @Matches(ID)
  @Describe({ type: 'string', description: 'Only those that came in through this connector.' })
  connectorId?: string;

  @IsOptional()
  @Matches(WORD)
  @Describe({ type: 'string', description: 'Only those that ended for this reason.' })
  endReason?: string;

  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  @Describe('Only those that ended by a fault of the service or the agent, or only the others.')
  crashed?: boolean;

  @IfGiven()
  @IsInstant()
  @Describe('Only those that started at this time or later.')
  from?: Date;

  @IfGiven()
  @IsInstant()
  @Describe('Only those that started before this time.')
  to?: Date;
}
