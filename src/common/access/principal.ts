import type { Role } from './roles.js';
import type { Environment } from '../../generated/prisma/client.js';

/** The environments as the API spells them. */
export const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const;

export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** The account of a request, and its API key or signed-in person. */
export interface Principal {
  readonly accountId: string;
  /** Id of the key, or of the person. */
  readonly keyId: string;
  /** Set if a person acts in a browser, without a key. */
  readonly person?: ActingPerson | undefined;
  /** E-mail address of the key's user or the person; becomes `createdBy`. */
  readonly email: string;
  readonly scopes: ReadonlySet<string>;
  /** Expiry of the key; undefined: never. */
  readonly expiresAt?: Date | undefined;
  /** Agents the key may access; undefined: all. */
  readonly agentIds: ReadonlySet<string> | undefined;
  /** Environments the key may change; undefined: all. */
  readonly environments: ReadonlySet<string> | undefined;
}

interface ActingPerson {
  readonly role: Role;
  readonly sessionId: string;
}

export const mayTouchAgent = (principal: Principal, agentId: string): boolean =>
  principal.agentIds === undefined || principal.agentIds.has(agentId);

export const mayChangeEnvironment = (principal: Principal, environment: EnvironmentName): boolean =>
  principal.environments === undefined || principal.environments.has(environment);

/** Maps Prisma's enum to `pre-release`, which Prisma can't spell. */
export const fromDbEnvironment = (environment: Environment): EnvironmentName =>
  environment === 'pre_release' ? 'pre-release' : environment;

export const toDbEnvironment = (environment: EnvironmentName): Environment =>
  environment === 'pre-release' ? 'pre_release' : environment;
