import { Matches } from 'class-validator';
import { FailsWithCode, IfGiven } from '../../common/http/index.js';
import { Describe } from '../../common/openapi/index.js';
import { TRUNKS_VALIDATION_FAILED } from './trunk.dto.js';

const E164_TEXT = /^\+[1-9]\d{1,14}$/;

@FailsWithCode(TRUNKS_VALIDATION_FAILED)
export class TestTrunkDto {
  @IfGiven()
  @Matches(E164_TEXT, { message: '$property must be like +442079460000' })
  @Describe(
    'Is phoned, where it is given: E.164, and of `allowedPrefixes`. Whoever answers hears a note, and the call ends after two seconds.',
  )
  toNumber?: string;

  @IfGiven()
  @Matches(E164_TEXT, { message: '$property must be like +442079460000' })
  @Describe('Which phone number of the account is shown. Default: the first one.')
  fromNumber?: string;
}
