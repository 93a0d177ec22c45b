import { IsIn } from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName } from '../common/access/index.js';
import { OptionalBody } from '../http/index.js';
import { Describe } from '../http/openapi/index.js';

export type RunTarget = 'draft' | EnvironmentName;

@OptionalBody()
export class StartTestRunDto {
  @IsIn(['draft', ...ENVIRONMENTS])
  @Describe('What to test: the draft, or what is active in an environment.')
  target: RunTarget = 'draft';
}
