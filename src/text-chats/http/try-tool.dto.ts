import { IsIn, IsObject, IsString, Length } from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName } from '../../common/access/index.js';
import { IfGiven } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';

const MAX_NAME = 130;

/** Body of `POST /v1/agents/{agentId}/tool-trials`. */
export class TryToolDto {
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('A tool of the draft, by the name that its model knows.')
  tool!: string;

  @IfGiven()
  @IsObject()
  @Describe('What a model would call it with. Default: nothing.')
  arguments?: Record<string, unknown>;

  @IfGiven()
  @IsObject()
  @Describe('Values of `{{call.NAME}}`, as of a conversation in text.')
  variables?: Record<string, unknown>;

  @IfGiven()
  @IsIn(ENVIRONMENTS)
  @Describe('Whose real-time config it gets. Default: sandbox.')
  clientEnv?: EnvironmentName;
}
