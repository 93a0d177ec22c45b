import { Type } from 'class-transformer';
import { IsIn, IsInt, IsString, Length, Matches, Max, Min, ValidateNested } from 'class-validator';
import { GIVEN_VALUES_SCHEMA, type GivenValues } from '../../agent-document/index.js';
import { ENVIRONMENTS, type EnvironmentName } from '../../common/access/index.js';
import { GivenValuesRule } from '../../connectors/index.js';
import { FailsWithCode, IfGiven } from '../../http/index.js';
import { Describe, dtoSchema } from '../../http/openapi/index.js';
import { MAX_WRITTEN_NUMBER } from '../../common/phone-numbers/index.js';
import { OUTBOUND_CALLS_VALIDATION_FAILED } from './invalid-order.js';

/** Some existing clients send `tls_srtp` by default. */
export const ENCRYPTIONS = ['as-offered', 'required', 'tls_srtp'] as const;
const MACHINE_ACTIONS = ['hang_up', 'leave_message', 'ignore'] as const;
export type MachineAction = (typeof MACHINE_ACTIONS)[number];

const COUNTRY_CODE = /^(\+?[1-9]\d{0,2}|[A-Za-z]{2})$/;
const VARIANT_ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/;
const MAX_MESSAGE = 1_000;
const MAX_LIFETIME_SECONDS = 604_800;

export class AnsweringMachineDto {
  @IsIn(MACHINE_ACTIONS)
  @Describe(
    '`hang_up`, `leave_message` (after the beep), or `ignore`: machines are talked to as people are, and people are greeted at once.',
  )
  action!: MachineAction;

  @IfGiven()
  @IsString()
  @Length(1, MAX_MESSAGE)
  @Describe(
    'What is said after the beep, with `leave_message`; it may have places for values, as a greeting.',
  )
  message?: string;
}

@FailsWithCode(OUTBOUND_CALLS_VALIDATION_FAILED)
export class CreateOutboundCallDto {
  @IsString()
  @Length(1, MAX_WRITTEN_NUMBER, { message: '$property must be a phone number, like +442079460000' })
  @Describe(
    'Who is phoned: E.164, `+442079460000`; or a national number together with `countryCode`, or of the country of the trunk; or an ' +
      'extension, a short code or a SIP name of the trunk’s `localNumbers`.',
  )
  toNumber!: string;

  @IsIn(ENVIRONMENTS)
  @Describe('The environment whose active deployment talks, and whose numbers it may call from.')
  environment!: EnvironmentName;

  @IfGiven()
  @Matches(COUNTRY_CODE, { message: '$property must be like 44 or GB' })
  @Describe('Country that a national `toNumber` belongs to, `44` or `GB`.')
  countryCode?: string;

  @IfGiven()
  @Matches(VARIANT_ID)
  variantId?: string;

  @IfGiven()
  @IsIn(ENCRYPTIONS)
  @Describe(
    '`required`: the audio is encrypted, whatever the trunk says (SRTP with SDES keys). `as-offered`, the default, and `tls_srtp`: as ' +
      'the trunk says, which has TLS and SRTP where they are set there.',
  )
  encryption?: (typeof ENCRYPTIONS)[number];

  @IfGiven()
  @GivenValuesRule()
  @Describe({ ...GIVEN_VALUES_SCHEMA, description: 'Values of `{{call.NAME}}`; kept with the order.' })
  metadata?: GivenValues;

  @IfGiven()
  @IsString()
  @Length(1, MAX_WRITTEN_NUMBER, { message: '$property must be like +442079460000' })
  @Describe('Which of the agent’s numbers of that environment is shown; the first one where it is absent.')
  fromNumber?: string;

  @IfGiven()
  @ValidateNested()
  @Type(() => AnsweringMachineDto)
  @Describe(dtoSchema(AnsweringMachineDto))
  answeringMachine?: AnsweringMachineDto;

  @IfGiven()
  @IsInt()
  @Min(5)
  @Max(300)
  @Describe('How long it rings.')
  ringSeconds?: number;

  @IfGiven()
  @IsInt()
  @Min(10)
  @Max(MAX_LIFETIME_SECONDS)
  @Describe('How long the order may wait before it fails as `expired`.')
  expiresInSeconds?: number;
}
