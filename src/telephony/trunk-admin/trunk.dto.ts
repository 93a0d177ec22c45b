import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { FailsWithCode, IfGiven, IsName } from '../../http/index.js';
import { Describe, dtoSchema } from '../../http/openapi/index.js';
import { callingCodeOf } from '../../common/phone-numbers/index.js';
import { PREFIX } from '../number-rules/allowed-numbers.js';
import { LOCAL_NUMBER } from '../number-rules/dial-plan.js';
import { QuietHoursDto } from '../number-rules/quiet-hours.dto.js';
import { CALLER_IDENTITIES, TRUNK_CODECS, TRUNK_SECURITY, TRUNK_TRANSPORTS } from '../trunks/trunk.js';

export const TRUNKS_VALIDATION_FAILED = 'TRUNKS_VALIDATION_FAILED';

const MAX_NAME = 100;
const MAX_ID = 100;
const MAX_RANGES = 100;
const MAX_PREFIXES = 300;
const MAX_CALLS = 100_000;
const MAX_CALLS_PER_SECOND = 1_000;
const RANGE = /^(\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?|[0-9A-Fa-f:]{2,39}(\/\d{1,3})?)$/;
/** Characters that a digest header can carry unescaped. */
const USERNAME = /^[A-Za-z0-9._+@-]{1,64}$/;
/** Excludes characters that a quoted string would escape; length within the limits of phones. */
const PASSWORD = /^[\x21\x23-\x5b\x5d-\x7e]{8,64}$/;
/** A name, an IPv4 address, or an IPv6 address without brackets. */
const HOST = /^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:]{2,39})$/;
const COUNTRY_OR_CODE = /^(\+?[1-9]\d{0,2}|[A-Za-z]{2})$/;
const MAX_LOCAL_NUMBERS = 300;
const QUIET_HOURS = { ...dtoSchema(QuietHoursDto), title: 'NewQuietHours' };

const EmptyIsUnset = () => Transform(({ value }: { value: unknown }) => (value === '' ? null : value));
const CallingCodeRule = () =>
  ValidateBy({
    name: 'callingCode',
    validator: {
      validate: (value) => typeof value === 'string' && callingCodeOf(value) === value,
      defaultMessage: () => 'countryCode must be a calling code or a country, like 44 or GB',
    },
  });

/** Leaves unknown countries unchanged, so that validation refuses them. */
function callingCodeIn(value: unknown): unknown {
  if (value === '') return null;
  return typeof value === 'string' ? (callingCodeOf(value.trim()) ?? value) : value;
}

const orNull = (schema: object, description: string) =>
  Describe({ ...schema, type: ['string', 'null'], description });

class TrunkSettingsDto {
  @IfGiven()
  @IsBoolean()
  @Describe('Without it nobody calls over the trunk.')
  enabled?: boolean;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_RANGES)
  @ArrayUnique()
  @Matches(RANGE, {
    each: true,
    message: 'each of $property must be an address or a range of them, like 203.0.113.0/24',
  })
  @Describe(
    'Addresses and ranges that its calls come from, `203.0.113.0/24` or `2001:db8:4::/48`. Empty: from anywhere, and then it has to log in with ' +
      '`username` and `password`.',
  )
  allowedAddresses?: string[];

  @EmptyIsUnset()
  @IsOptional()
  @Matches(USERNAME, { message: '$property must have 1 to 64 letters, digits and . _ + @ -' })
  @orNull(
    { pattern: USERNAME.source },
    'What it logs in with here (SIP digest). null: its address is enough.',
  )
  username?: string | null;

  @EmptyIsUnset()
  @IsOptional()
  @Matches(PASSWORD, {
    message: '$property must have 8 to 64 letters, digits or punctuation marks, without spaces, " and \\',
  })
  @orNull({ pattern: PASSWORD.source }, 'Goes in and never comes out.')
  password?: string | null;

  @Transform(({ value }: { value: unknown }) => callingCodeIn(value))
  @IsOptional()
  @CallingCodeRule()
  @orNull(
    { pattern: COUNTRY_OR_CODE.source },
    'Country that its national numbers belong to, `44` or `GB`; kept as its calling code. null: numbers come and go in international form.',
  )
  countryCode?: string | null;

  @EmptyIsUnset()
  @IsOptional()
  @IsString()
  @Length(1, MAX_ID)
  @orNull(
    { minLength: 1, maxLength: MAX_ID },
    'The connector of calls to numbers that nobody has. null: they are refused.',
  )
  defaultConnectorId?: string | null;

  @IfGiven()
  @IsIn(TRUNK_SECURITY)
  @Describe('`required` refuses calls whose audio is not encrypted (SRTP with SDES keys).')
  security?: (typeof TRUNK_SECURITY)[number];

  @IfGiven()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(TRUNK_CODECS.length)
  @ArrayUnique()
  @IsIn(TRUNK_CODECS, { each: true })
  @Describe(
    'Which codecs its calls may have. An offer of the other side is answered in its own order (RFC 3264); offers of ours have this one.',
  )
  codecs?: (typeof TRUNK_CODECS)[number][];

  @IfGiven()
  @IsBoolean()
  @Describe(
    'Its callers hear the ringing (SIP_RING_MS) from this service, by 183 with SDP, and not from their own phone: where a network ' +
      'lets audio through only after it has flown.',
  )
  earlyMedia?: boolean;

  @EmptyIsUnset()
  @IsOptional()
  @Matches(HOST, {
    message: '$property must be the name or the address of a server, like sip.carrier.example',
  })
  @orNull(
    { pattern: HOST.source },
    'Name or address of its server, where this service registers and sends its calls.',
  )
  host?: string | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(65_535)
  @Describe({
    type: ['integer', 'null'],
    description: 'null: what DNS says (SRV), else 5060, and 5061 for TLS.',
  })
  port?: number | null;

  @IfGiven()
  @IsIn(TRUNK_TRANSPORTS)
  transport?: (typeof TRUNK_TRANSPORTS)[number];

  @IfGiven()
  @IsBoolean()
  @Describe('Registers at `host` with the login below, so that its calls come here without a static address.')
  register?: boolean;

  @EmptyIsUnset()
  @IsOptional()
  @Matches(USERNAME, { message: '$property must have 1 to 64 letters, digits and . _ + @ -' })
  @orNull({ pattern: USERNAME.source }, 'What this service logs in with there.')
  loginUsername?: string | null;

  @EmptyIsUnset()
  @IsOptional()
  @Matches(PASSWORD, {
    message: '$property must have 8 to 64 letters, digits or punctuation marks, without spaces, " and \\',
  })
  @orNull({ pattern: PASSWORD.source }, 'Goes in and never comes out.')
  loginPassword?: string | null;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_CALLS)
  @Describe('How many calls it may have at once on one instance; one more is answered 503.')
  maxCalls?: number;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_CALLS_PER_SECOND)
  @Describe('How many calls a second it may begin on one instance.')
  maxCallsPerSecond?: number;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_PREFIXES)
  @ArrayUnique()
  @Matches(PREFIX, { each: true, message: 'each of $property must be like +44' })
  @Describe(
    'What numbers must begin with that agents call through it, `+44`. Empty, as it is at first: agents call nobody.',
  )
  allowedPrefixes?: string[];

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_PREFIXES)
  @ArrayUnique()
  @Matches(PREFIX, { each: true, message: 'each of $property must be like +44' })
  @Describe('What they must not begin with, `+4490`; the longer one of two that fit holds.')
  blockedPrefixes?: string[];

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_LOCAL_NUMBERS)
  @ArrayUnique()
  @Matches(LOCAL_NUMBER, { each: true, message: 'each of $property must be like 7XXX, *98 or reception' })
  @Describe(
    'Extensions, short codes and SIP names that agents may call through it besides phone numbers, each as it is dialled: `7XXX`, `*98`, ' +
      '`reception`. `X` stands for a digit where there are four signs or more. Emergency numbers are called only where they are named in full.',
  )
  localNumbers?: string[];

  @IfGiven()
  @IsIn(CALLER_IDENTITIES)
  @Describe(
    'Where the agent’s number stands in calls that it makes: in `From`; in `P-Asserted-Identity` (`asserted`), while `From` has ' +
      '`loginUsername`; or in both.',
  )
  callerIdentity?: (typeof CALLER_IDENTITIES)[number];

  @IsOptional()
  @ValidateNested()
  @Type(() => QuietHoursDto)
  @Describe({
    ...QUIET_HOURS,
    type: ['object', 'null'],
    description: 'When agents call nobody through it: such calls wait. null: at no time.',
  })
  quietHours?: QuietHoursDto | null;
}

@FailsWithCode(TRUNKS_VALIDATION_FAILED)
export class CreateTrunkDto extends TrunkSettingsDto {
  @IsName(MAX_NAME)
  name!: string;
}

@FailsWithCode(TRUNKS_VALIDATION_FAILED)
export class UpdateTrunkDto extends TrunkSettingsDto {
  @IfGiven()
  @IsName(MAX_NAME)
  name?: string;
}
