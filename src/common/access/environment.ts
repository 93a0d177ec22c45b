import type { Environment } from '../../generated/prisma/client.js';
import type { EnvironmentName } from './principal.js';

/** Maps Prisma's enum to `pre-release`, which Prisma can't spell. */
export const fromDbEnvironment = (environment: Environment): EnvironmentName =>
  environment === 'pre_release' ? 'pre-release' : environment;

export const toDbEnvironment = (environment: EnvironmentName): Environment =>
  environment === 'pre-release' ? 'pre_release' : environment;
