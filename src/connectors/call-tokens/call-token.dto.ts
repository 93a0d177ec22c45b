import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { GIVEN_VALUES_SCHEMA, type GivenValues } from '../../agent-document/index.js';
import { FailsWithCode, IfGiven, OptionalBody } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { GivenValuesRule, MAX_CALL_SECONDS, MAX_CONCURRENT, MAX_ORIGINS, ORIGIN } from '../connector.dto.js';

export const CALL_TOKENS_VALIDATION_FAILED = 'CALL_TOKENS_VALIDATION_FAILED';

const VARIANT_ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/;
const MAX_CALLER = 200;

/** Terms of a call token. The operator limits lifetime and uses. */
@OptionalBody()
@FailsWithCode(CALL_TOKENS_VALIDATION_FAILED)
export class MintCallTokenDto {
  @IfGiven()
  @IsInt()
  @Min(1)
  @Describe(
    'For how many seconds it may begin calls; by default what CALL_TOKEN_TTL_SECONDS says. Calls that it began may go on.',
  )
  ttlSeconds?: number;

  @IsInt()
  @Min(1)
  @Describe('How many calls it may begin.')
  uses: number = 1;

  @IfGiven()
  @IsString()
  @Length(1, MAX_CALLER)
  @Describe('Who calls, whatever the offer says: `{{caller}}`, and `caller` of the call’s record.')
  caller?: string;

  @IfGiven()
  @Matches(VARIANT_ID)
  @Describe({ type: 'string', description: 'Variant that it reaches; offers can choose no other then.' })
  variantId?: string;

  @IfGiven()
  @GivenValuesRule()
  @Describe({ ...GIVEN_VALUES_SCHEMA, description: 'Values of `{{call.NAME}}`. The page does not see them.' })
  variables?: GivenValues;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_ORIGINS)
  @ArrayUnique()
  @Matches(ORIGIN, {
    each: true,
    message: 'each of $property must be like https://www.example.com, without a path',
  })
  @Describe({
    type: 'array',
    items: { type: 'string', pattern: ORIGIN.source },
    description:
      'Origins whose pages may use it, for example `https://www.example.com`. None: all, and apps.',
  })
  origins?: string[];

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_CALL_SECONDS)
  @Describe('How long each of its calls may last, in seconds.')
  maxCallSeconds?: number;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_CONCURRENT)
  @Describe('How many of its calls there may be at once, on all instances together.')
  maxConcurrentCalls?: number;
}
