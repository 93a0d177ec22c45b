import { Type } from 'class-transformer';
import { IsIn, IsObject, IsString, Matches, ValidateNested } from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName } from '../common/access/index.js';
import { IfGiven, failsWith, OptionalBody } from '../http/index.js';
import { Describe } from '../http/openapi/index.js';
import { PageQuery } from '../http/pagination/index.js';
import { WaitDto } from './gates/gate.dto.js';
import { NewRolloutDto } from './rollouts/rollout.dto.js';

/** The published API fixes this text; it mentions a query parameter although publish has the field in its body. */
export const INVALID_ENVIRONMENT = {
  code: 'DEPLOYMENTS_INVALID_ENVIRONMENT',
  message: 'Invalid or missing `environment` query parameter.',
};

const invalidEnvironment = failsWith(INVALID_ENVIRONMENT);
const invalidTarget = failsWith({
  code: INVALID_ENVIRONMENT.code,
  message: 'targetEnvironment must be one of pre-release, live.',
});

/** Body of a publish. Defaults apply only to absent fields. */
export class PublishDto extends WaitDto {
  @IsString()
  @Describe('Free text that describes the publish.')
  deploymentMessage: string = '';

  @IsIn(ENVIRONMENTS, invalidEnvironment)
  @Describe('The environment to publish to.')
  environment: EnvironmentName = 'sandbox';

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => NewRolloutDto)
  @Describe(
    'Gives the new version its calls step by step, and takes it back where it is worse. Absent: all at once.',
  )
  rollout?: NewRolloutDto;
}

@OptionalBody()
export class PromoteDto extends WaitDto {
  @IsString()
  deploymentMessage: string = '';

  @IfGiven()
  @IsIn(['pre-release', 'live'], invalidTarget)
  @Describe('The environment to promote to; the next stage where absent.')
  targetEnvironment?: EnvironmentName;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => NewRolloutDto)
  @Describe(
    'Gives the new version its calls step by step, and takes it back where it is worse. Absent: all at once.',
  )
  rollout?: NewRolloutDto;
}

@OptionalBody()
export class RollbackDto extends WaitDto {
  @IsString()
  deploymentMessage: string = '';
}

export class ListDeploymentsQuery extends PageQuery {
  @IsIn(ENVIRONMENTS, invalidEnvironment)
  @Describe('The environment whose history is listed.')
  environment!: EnvironmentName;
}

const VERSION_NAME = /^(draft|dep_[0-9A-Za-z]{1,64}|[0-9a-f]{32})$/;
const VERSION_MEANING = 'A deployment’s id, a version hash, or `draft`.';
const versionMessage = { message: '$property must be a deployment id, a version hash or draft' };

export class DiffQuery {
  @Matches(VERSION_NAME, versionMessage)
  @Describe({ type: 'string', description: VERSION_MEANING })
  from!: string;

  @Matches(VERSION_NAME, versionMessage)
  @Describe({ type: 'string', description: VERSION_MEANING })
  to!: string;
}
