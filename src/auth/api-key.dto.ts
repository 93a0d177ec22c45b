import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsEmail, IsIn, IsString, Length } from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName, type Scope, SCOPES } from '../common/access/index.js';
import { IfGiven, IsInstant, IsName } from '../http/index.js';
import { Describe } from '../http/openapi/index.js';

const MAX_NAME = 100;
const MAX_AGENTS = 100;
const MAX_AGENT_ID = 100;

export class CreateApiKeyDto {
  @IsName(MAX_NAME)
  name!: string;

  @IfGiven()
  @IsEmail()
  @Describe(
    'E-mail address of the key’s user, which becomes `createdBy`; your own where absent. Another one takes the scope `keys:delegate`.',
  )
  ownerEmail?: string;

  @IsIn(SCOPES, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  scopes!: Scope[];

  @IfGiven()
  @IsString({ each: true })
  @Length(1, MAX_AGENT_ID, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_AGENTS)
  @Describe('The only agents that the key may touch; all where absent.')
  agentIds?: string[];

  @IfGiven()
  @IsIn(ENVIRONMENTS, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @Describe('The only environments that the key may change; all where absent.')
  environments?: EnvironmentName[];

  @IfGiven()
  @IsInstant()
  @Describe('When the key stops working; where absent, never, or with the key that makes it.')
  expiresAt?: Date;
}
