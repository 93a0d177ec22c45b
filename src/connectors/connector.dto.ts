import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { type EnvironmentName, ENVIRONMENTS } from '../common/access/index.js';
import { changesTo, FailsWithCode, IfGiven, IsName, OptionalBody } from '../http/index.js';
import { Describe, dtoSchema } from '../http/openapi/index.js';
import { givenValuesProblem } from '../agent-document/index.js';
import { WidgetLook, widgetLookProblem } from './widget-look.js';

/** Values of `{{call.NAME}}` in a body. */
export const GivenValuesRule = () =>
  ValidateBy({
    name: 'givenValues',
    validator: {
      validate: (values) => givenValuesProblem(values) === undefined,
      defaultMessage: (about) => {
        const problem = givenValuesProblem(about?.value) ?? '';
        return `${about?.property}${problem.startsWith('.') ? '' : ' '}${problem}`;
      },
    },
  });

const WidgetLookRule = () =>
  ValidateBy({
    name: 'widgetLook',
    validator: {
      validate: (look) => widgetLookProblem(look) === undefined,
      defaultMessage: (about) => `${about?.property}${widgetLookProblem(about?.value)}`,
    },
  });

/** Scheme, host and perhaps a port, as browsers send it (RFC 6454, 7). */
export const ORIGIN = /^https?:\/\/(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;
export const MAX_ORIGINS = 50;
export const MAX_CALL_SECONDS = 86_400;
export const MAX_CONCURRENT = 100_000;

export const CONNECTORS_VALIDATION_FAILED = 'CONNECTORS_VALIDATION_FAILED';

const MAX_NAME = 100;
const MAX_VOICE_NAME = 200;
const MAX_ID = 100;
const MAX_BATCH = 100;
const VARIANT_ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/;
/** BCP 47, as in the agent document. */
const LANGUAGE_CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

const text = (description: string) => Describe({ type: ['string', 'null'], description });
const textLike = (pattern: RegExp, description: string) =>
  Describe({ type: ['string', 'null'], pattern: `${pattern.source}|^$`, description });

/** Clients of the hosted platform send an unset value back as the empty string that they received. */
const EmptyIsUnset = () => Transform(({ value }: { value: unknown }) => (value === '' ? null : value));

/** Pages that may call without a backend. Origins can be forged, so these limits are the real protection. */
export class PublicAccessDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_ORIGINS)
  @ArrayUnique()
  @Matches(ORIGIN, {
    each: true,
    message: 'each of $property must be like https://www.example.com, without a path',
  })
  @Describe({
    type: 'array',
    items: { type: 'string', pattern: ORIGIN.source },
    description: 'Their origins, for example `https://www.example.com`.',
  })
  origins!: string[];

  @IsInt()
  @Min(1)
  @Max(MAX_CALL_SECONDS)
  @Describe('How long such a call may last, in seconds.')
  maxCallSeconds: number = 600;

  @IsInt()
  @Min(1)
  @Max(MAX_CONCURRENT)
  @Describe('How many such calls there may be at once, on all instances together.')
  maxConcurrentCalls: number = 5;

  @IsInt()
  @Min(1)
  @Max(MAX_CONCURRENT)
  @Describe('How many such calls one address may begin in a minute, on all instances together.')
  callsPerMinutePerAddress: number = 6;
}

/** Overrides of a connector; null or the empty string removes one. */
class ConnectorSettingsDto {
  @EmptyIsUnset()
  @IsOptional()
  @Matches(VARIANT_ID)
  @textLike(VARIANT_ID, 'Variant of the agent that its callers reach.')
  variantId?: string | null;

  @EmptyIsUnset()
  @IsOptional()
  @Matches(LANGUAGE_CODE, { message: '$property must be like en or en-GB' })
  @textLike(LANGUAGE_CODE, 'Language of the caller, for example `en-GB`.')
  asrLangCode?: string | null;

  @EmptyIsUnset()
  @IsOptional()
  @Matches(LANGUAGE_CODE, { message: '$property must be like en or en-GB' })
  @textLike(LANGUAGE_CODE, 'Language of the agent, for example `en-GB`.')
  ttsLangCode?: string | null;

  @EmptyIsUnset()
  @IsOptional()
  @IsString()
  @MaxLength(MAX_VOICE_NAME)
  @text('Voice of the agent.')
  voiceName?: string | null;

  @IfGiven()
  @IsBoolean()
  @Describe('Keeps the agent from handing its calls over to anybody else.')
  disableHandoff?: boolean;

  @IfGiven()
  @IsBoolean()
  @Describe('Its token may make call tokens.')
  mintsCallTokens?: boolean;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => PublicAccessDto)
  @Describe({
    type: ['object', 'null'],
    anyOf: [dtoSchema(PublicAccessDto), { type: 'null' }],
    description: 'Which pages may call without a token of a backend, and how; null: none may, the default.',
  })
  publicAccess?: PublicAccessDto | null;

  @IfGiven()
  @WidgetLookRule()
  @Describe({ ...WidgetLook })
  widgetLook?: WidgetLook;
}

@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class CreateConnectorDto extends ConnectorSettingsDto {
  @IsName(MAX_NAME)
  name!: string;

  @IsIn(ENVIRONMENTS)
  @Describe('The environment whose active deployment its callers reach.')
  clientEnv: EnvironmentName = 'sandbox';
}

@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class UpdateConnectorDto extends changesTo(CreateConnectorDto) {
  @IfGiven()
  @IsString()
  @Length(1, MAX_ID)
  @Describe('Another agent of the account that its callers reach from now on.')
  projectId?: string;
}

@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class ConnectorIdsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH)
  @ArrayUnique()
  @IsString({ each: true })
  @Length(1, MAX_ID, { each: true })
  connectorIds!: string[];
}

@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class ConnectorUpdateDto extends UpdateConnectorDto {
  @IsString()
  @Length(1, MAX_ID)
  connectorId!: string;
}

@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class UpdateConnectorsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH)
  @ValidateNested({ each: true })
  @Type(() => ConnectorUpdateDto)
  @Describe({ items: dtoSchema(ConnectorUpdateDto) })
  updates!: ConnectorUpdateDto[];
}

const MAX_OVERLAP_HOURS = 168;

@OptionalBody()
@FailsWithCode(CONNECTORS_VALIDATION_FAILED)
export class RotateTokenDto {
  @IsInt()
  @Min(0)
  @Max(MAX_OVERLAP_HOURS)
  @Describe('For how many hours the old token goes on working; 0 stops it at once.')
  overlapHours: number = 0;
}
