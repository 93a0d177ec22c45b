import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsOptional, Matches, ValidateNested } from 'class-validator';
import { FailsWithCode, IfGiven } from '../../../http/index.js';
import { Describe, dtoSchema } from '../../../http/openapi/index.js';
import { PREFIX } from '../../number-rules/allowed-numbers.js';
import { OUTBOUND_CALLS_VALIDATION_FAILED } from '../invalid-order.js';
import { QuietHoursDto } from '../../number-rules/quiet-hours.dto.js';

const MAX_PREFIXES = 300;
const QUIET_HOURS = { ...dtoSchema(QuietHoursDto), title: 'NewRuleQuietHours' };

@FailsWithCode(OUTBOUND_CALLS_VALIDATION_FAILED)
export class OutboundRulesDto {
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_PREFIXES)
  @ArrayUnique()
  @Matches(PREFIX, { each: true, message: 'each of $property must be like +44' })
  @Describe('What numbers must begin with, `+44`. Empty: what the trunks allow.')
  allowedPrefixes: string[] = [];

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_PREFIXES)
  @ArrayUnique()
  @Matches(PREFIX, { each: true, message: 'each of $property must be like +44' })
  @Describe('What they must not begin with, `+4490`; the longer one of two that fit holds.')
  blockedPrefixes: string[] = [];

  @IsOptional()
  @ValidateNested()
  @Type(() => QuietHoursDto)
  @Describe({
    ...QUIET_HOURS,
    type: ['object', 'null'],
    description: 'When nobody is phoned: such calls wait. null: at no time.',
  })
  quietHours?: QuietHoursDto | null;
}
