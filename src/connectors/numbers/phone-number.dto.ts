import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsString,
  Length,
  Matches,
} from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName } from '../../common/access/index.js';
import { FailsWithCode, IfGiven, OptionalBody } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { E164, MAX_WRITTEN_NUMBER } from '../../common/phone-numbers/index.js';
import { numberEntry, PHONE_NUMBERS_VALIDATION_FAILED } from './number-entry.js';

/** Limit of numbers per request. */
const MAX_BATCH = 1_000;
const MAX_CONNECTOR_ID = 100;
/** No characters that a quoted string of SIP must escape, and no invisible ones: controls, joiners, directions. */
const CALLER_NAME =
  /^[^"\\<>\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]{0,40}$/u;

@FailsWithCode(PHONE_NUMBERS_VALIDATION_FAILED)
export class PhoneNumbersDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH)
  @ArrayUnique()
  @IsString({ each: true })
  @Length(1, MAX_WRITTEN_NUMBER, {
    each: true,
    message: 'each of $property must be like +442079460000, or like +4420* for all that begin so',
  })
  @Describe(
    'In international form, kept in E.164: `+442079460000`; with a `*` at its end it stands for all numbers that begin so.',
  )
  phoneNumbers!: string[];
}

@FailsWithCode(PHONE_NUMBERS_VALIDATION_FAILED)
export class ImportPhoneNumbersDto extends PhoneNumbersDto {
  @IsIn(ENVIRONMENTS)
  @Describe('The environment whose active deployment its callers reach.')
  clientEnv: EnvironmentName = 'live';
}

export class ListPhoneNumbersQuery {
  @IfGiven()
  @IsString()
  @Length(1, MAX_CONNECTOR_ID)
  @Describe('Those alone whose callers come in through this connector.')
  connectorId?: string;
}

@OptionalBody()
@FailsWithCode(PHONE_NUMBERS_VALIDATION_FAILED)
export class ImportPhoneNumberDto {
  @IsIn(ENVIRONMENTS)
  @Describe('The environment whose active deployment its callers reach.')
  clientEnv: EnvironmentName = 'live';
}

@FailsWithCode(PHONE_NUMBERS_VALIDATION_FAILED)
export class ReassignPhoneNumberDto {
  @IfGiven()
  @IsString()
  @Length(0, MAX_CONNECTOR_ID)
  @Describe('The connector that its callers come in through from now on; empty: none.')
  connectorId?: string;

  @IfGiven()
  @Matches(CALLER_NAME, {
    message: 'callerName must have at most 40 characters, none of them " \\ < > or a control character',
  })
  @Describe(
    'What phones show beside the number where an agent calls from it, if they show names; empty: nothing.',
  )
  callerName?: string;
}

@FailsWithCode('CONNECTORS_VALIDATION_FAILED')
export class LookupConnectorDto {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? numberEntry(value) : value))
  @Matches(E164, { message: '$property must be like +442079460000' })
  @Describe('E.164, `+442079460000`.')
  phoneNumber!: string;
}
