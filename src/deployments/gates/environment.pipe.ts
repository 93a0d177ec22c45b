import { Injectable, type PipeTransform } from '@nestjs/common';
import { type EnvironmentName, ENVIRONMENTS } from '../../common/access/index.js';
import { ApiError } from '../../common/errors/index.js';

/** The path parameter. */
export const ENVIRONMENT_PATTERN = /^(sandbox|pre-release|live)$/;

/** Response to other values, for the OpenAPI document. */
export const BAD_ENVIRONMENT = {
  DEPLOYMENTS_INVALID_ENVIRONMENT: 'The environment in the path must be one of sandbox, pre-release, live.',
};

/** @throws ApiError 400 `DEPLOYMENTS_INVALID_ENVIRONMENT`. */
@Injectable()
export class EnvironmentPipe implements PipeTransform<string, EnvironmentName> {
  transform(text: string): EnvironmentName {
    const found = ENVIRONMENTS.find((name) => name === text);
    if (found) return found;
    const message = `The environment in the path must be one of ${ENVIRONMENTS.join(', ')}.`;
    throw new ApiError(400, 'DEPLOYMENTS_INVALID_ENVIRONMENT', message);
  }
}
