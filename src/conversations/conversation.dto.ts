import { IntersectionType } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator';
import { ENVIRONMENTS } from '../common/access/index.js';
import { IfGiven, IsInstant, toBoolean } from '../http/index.js';
import { Describe } from '../http/openapi/index.js';
import { PageQuery } from '../http/pagination/index.js';
import { type ConversationTarget, CALL_OUTCOMES } from './conversation-record.js';

const ID = /^[A-Za-z0-9_-]{1,100}$/;
/** Three weeks. */
const MOST_SECONDS = 1_814_400;
const MOST_DAYS = 3_650;
export const MOST_TAG_CHARACTERS = 40;
const WORD = /^[a-z0-9-]{1,64}$/;

export class ConversationFilter {
  @IfGiven()
  @IsString()
  @Length(1, 256)
  @Describe('Only those of this caller: a phone number in any international form, else as its record has it.')
  caller?: string;

  @IsOptional()
  @Matches(ID)
  @Describe({ type: 'string', description: 'Only those of this agent.' })
  agentId?: string;

  @IsOptional()
  @Matches(ID)
  @Describe({ type: 'string', description: 'Only those that this deployment was chosen for.' })
  deploymentId?: string;

  @IsOptional()
  @IsIn(['draft', ...ENVIRONMENTS])
  @Describe('Only those of this environment, or of the draft.')
  target?: ConversationTarget;

  @IsOptional()
  @IsIn(['end-to-end', 'traditional', 'echo', 'text'])
  @Describe('Only those in this mode; `text` for conversations in text.')
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
  @IsIn(CALL_OUTCOMES)
  @Describe('Only those that came out like this.')
  outcome?: (typeof CALL_OUTCOMES)[number];

  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  @Describe('Only those that met the agent’s criterion of success, or only those that did not.')
  success?: boolean;

  @IfGiven()
  @IsString()
  @Length(3, 100)
  @Describe('Only those in which somebody said this; upper and lower case are the same.')
  search?: string;

  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  @Describe('Only those that ended by a fault of the service or the agent, or only the others.')
  crashed?: boolean;

  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  @Describe(
    'Only calls that go on, on whichever instance, or only the others. Conversations in text are none.',
  )
  running?: boolean;

  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  @Describe('Only those that a fault ended or in which a provider or a tool failed, or only the others.')
  withErrors?: boolean;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(MOST_SECONDS)
  @Describe('Only those that have ended and took so many seconds or longer.')
  minSeconds?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(MOST_SECONDS)
  @Describe('Only those that have ended and took so many seconds at most.')
  maxSeconds?: number;

  @IfGiven()
  @IsString()
  @Length(1, MOST_TAG_CHARACTERS)
  @Describe('Only those with this tag.')
  tag?: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MOST_DAYS)
  @Describe('Only those that started in the last so many days.')
  days?: number;

  @IfGiven()
  @IsInstant()
  @Describe('Only those that started at this time or later.')
  from?: Date;

  @IfGiven()
  @IsInstant()
  @Describe('Only those that started before this time.')
  to?: Date;
}

export class ListConversationsQuery extends IntersectionType(ConversationFilter, PageQuery) {}

export class ExportConversationsQuery extends ConversationFilter {
  @IsIn(['ndjson', 'csv'])
  @Describe('`ndjson`: conversations with turns and events, one a line; `csv`: a table without them.')
  format: 'ndjson' | 'csv' = 'ndjson';
}

export class RecordingQuery {
  @IfGiven()
  @Matches(/^rpl_[0-9A-Za-z]{22}$/)
  @Describe({
    type: 'string',
    description: 'The sound of a replay of it instead, as `sound` in the result of a test case names it.',
  })
  replay?: string;
}

export class EraseCallerQuery {
  @IsString()
  @Length(1, 256)
  @Describe(
    'Whose conversations are deleted: a phone number in any international form, else as their records have the caller.',
  )
  caller!: string;
}
