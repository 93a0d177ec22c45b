import { Type } from 'class-transformer';
import { IsInt, IsObject, IsString, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { AgentDocumentSchema, LANGUAGE_CODE, mergePatchSchema } from '../agent-document/index.js';
import { IfGiven, IsName, OptionalBody } from '../http/index.js';
import { Describe } from '../http/openapi/index.js';
import { MAX_PAGE, PageQuery } from '../http/pagination/index.js';

const AGENT_ID = /^[a-zA-Z0-9-]+$/;
const MAX_AGENT_ID = 100;
const MAX_NAME = 100;
const MAX_GREETING = 2_000;
const MAX_REFERENCE = 200;
/** The maximum of PostgreSQL's `integer`, which holds the revision. */
const MAX_REVISION = 2 ** 31 - 1;

export class ResponseSettingsDto {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_GREETING)
  @Describe('What the agent says first.')
  greeting?: string;

  @IsString()
  @Describe({ pattern: LANGUAGE_CODE, description: 'BCP 47, for example `en-GB`.' })
  languageCode: string = 'en-GB';
}

export class VoiceSettingsDto {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_REFERENCE)
  voiceId?: string;
}

export class LlmSettingsDto {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_REFERENCE)
  modelId?: string;
}

export class CreateAgentDto {
  @IsName(MAX_NAME)
  name!: string;

  @IfGiven()
  @Matches(AGENT_ID)
  @MaxLength(MAX_AGENT_ID)
  @Describe({ type: 'string', description: 'Chosen by you, or made by the server. Unique on the instance.' })
  agentId?: string;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => ResponseSettingsDto)
  responseSettings?: ResponseSettingsDto;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => VoiceSettingsDto)
  voiceSettings?: VoiceSettingsDto;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => LlmSettingsDto)
  llmSettings?: LlmSettingsDto;

  @IfGiven()
  @IsObject()
  @Describe({
    type: 'object',
    additionalProperties: true,
    description: 'Kept with the agent; nothing here uses it.',
  })
  experimentalConfig?: object;
}

export class RenameAgentDto {
  @IsName(MAX_NAME)
  name!: string;
}

@OptionalBody()
export class DuplicateAgentDto {
  @IfGiven()
  @IsName(MAX_NAME)
  @Describe('Name of the copy; `Copy of …` where absent.')
  newAgentName?: string;

  @IfGiven()
  @Matches(AGENT_ID)
  @MaxLength(MAX_AGENT_ID)
  @Describe({ type: 'string', description: 'Chosen by you, or made by the server. Unique on the instance.' })
  newAgentId?: string;

  @IfGiven()
  @IsName(MAX_NAME)
  @Describe({ deprecated: true, description: 'The same as `newAgentName`, which wins.' })
  name?: string;

  @IfGiven()
  @Matches(AGENT_ID)
  @MaxLength(MAX_AGENT_ID)
  @Describe({ type: 'string', deprecated: true, description: 'The same as `newAgentId`, which wins.' })
  agentId?: string;
}

/** The response is a bare array without room for a cursor, so a page may be as large as allowed. */
export class ListAgentsQuery extends PageQuery {
  override limit: number = MAX_PAGE;
}

class RevisedDraftDto {
  @IsInt()
  @Min(1)
  @Max(MAX_REVISION)
  @Describe('The revision that was edited. When the draft has moved on, the answer is 409.')
  revision!: number;
}

export class SaveDraftDto extends RevisedDraftDto {
  @IsObject()
  @Describe(AgentDocumentSchema)
  document!: object;
}

export class PatchDraftDto extends RevisedDraftDto {
  @IsObject()
  @Describe(mergePatchSchema(AgentDocumentSchema))
  document!: object;
}
