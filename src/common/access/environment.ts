import type { Environment } from '../../generated/prisma/client.js';
import type { EnvironmentName } from './principal.js';

/** Prisma can't spell `pre-release`; the database and the interface can. */
export const fromDbEnvironment = (environment: Environment): EnvironmentName =>
  environment === 'pre_release' ? 'pre-release' : environment;

export const toDbEnvironment = (environment: EnvironmentName): Environment =>
  environment === 'pre-release' ? 'pre_release' : environment;
