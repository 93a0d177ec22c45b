import { IsIn, IsString } from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName } from '../common/access/index.js';
import { failsWith } from '../common/http/index.js';

/** Interface 7.1; the text speaks of a query parameter although the field is in the body, and is kept as it is. */
export const invalidEnvironment = failsWith({
  code: 'DEPLOYMENTS_INVALID_ENVIRONMENT',
  message: 'Invalid or missing `environment` query parameter.',
});

/** Body of a publish (interface 2.1). Both fields have a default, which holds only where the field is absent. */
export class PublishDto {
  @IsString()
  deploymentMessage = '';

  @IsIn(ENVIRONMENTS, invalidEnvironment)
  environment: EnvironmentName = 'sandbox';
}
