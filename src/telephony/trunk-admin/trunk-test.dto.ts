import { IsString, Length } from 'class-validator';
import { FailsWithCode, IfGiven } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { MAX_WRITTEN_NUMBER } from '../../common/phone-numbers/index.js';
import { TRUNKS_VALIDATION_FAILED } from './trunk.dto.js';

@FailsWithCode(TRUNKS_VALIDATION_FAILED)
export class TestTrunkDto {
  @IfGiven()
  @IsString()
  @Length(1, MAX_WRITTEN_NUMBER)
  @Describe(
    'Is phoned, where it is given: a number of `allowedPrefixes`, or one of `localNumbers`. Whoever answers hears a note, and the call ends after two seconds.',
  )
  toNumber?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_WRITTEN_NUMBER)
  @Describe('Which phone number of the account is shown. Default: the first one.')
  fromNumber?: string;
}
