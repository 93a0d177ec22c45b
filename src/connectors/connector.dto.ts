import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName } from '../common/access/index.js';
import { FailsWithCode, OptionalBody } from '../common/http/index.js';
import { Describe } from '../common/openapi/index.js';

export const CONNECTORS_VALIDATION_FAILED = 'CONNECTORS_VALIDATION_FAILED';

const MAX_NAME = 100;
const MAX_VOICE_NAME = 200;
const VARIANT_ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/;
/** BCP 47, as in the agent document. */
const LANGUAGE_CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

const text = (description: string) => Describe({ type: ['string', 'null'], description });

/** What a connector may override; null takes the override away. */
class ConnectorSettingsDto {
  @IsOptional()
  @Matches(VARIANT_ID)
  @text('Variant of the agent that its callers reach.')
  variantId?: string | null;

  @IsOptional()
  @Matches(LANGUAGE_CODE)
  @text('Language of the caller, for example `en-GB`.')
  asrLangCode?: string | null;

  @IsOptional()
  @Matches(LANGUAGE_CODE)
  @text('Language of the agent, for example `en-GB`.')
  ttsLangCode?: string | null;

  @IsOptional()
  @IsString()
  @MaxLength(MAX_VOICE_NAME)
  @text('Voice of the agent.')
  voiceName?: string | null;
}

@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class CreateConnectorDto extends ConnectorSettingsDto {
  @IsString()
  @Length(1, MAX_NAME)
  name!: string;

  @IsIn(ENVIRONMENTS)
  @Describe('The environment whose active deployment its callers reach.')
  clientEnv: EnvironmentName = 'sandbox';
}

@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class UpdateConnectorDto extends ConnectorSettingsDto {
  @ValidateIf((dto: UpdateConnectorDto) => dto.name !== undefined)
  @IsString()
  @Length(1, MAX_NAME)
  name?: string;

  @ValidateIf((dto: UpdateConnectorDto) => dto.clientEnv !== undefined)
  @IsIn(ENVIRONMENTS)
  clientEnv?: EnvironmentName;
}

@OptionalBody()
@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class RotateTokenDto {
  @IsInt()
  @Min(0)
  @Describe('For how many hours the old token goes on working; 0 stops it at once.')
  overlapHours: number = 0;
}
