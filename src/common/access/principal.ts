import type { Role } from './roles.js';

/** The stages of a deployment as the interface spells them (2.1). */
export const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const;

export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** The account behind a request, and the key of its X-API-KEY header or the person who has signed in. */
export interface Principal {
  readonly accountId: string;
  /** Id of the key; of the person where there is one. */
  readonly keyId: string;
  /** Set where a person acts in a browser, without a key. */
  readonly person?: ActingPerson | undefined;
  /** The e-mail address of the key's user or of the person, which becomes `createdBy`. */
  readonly email: string;
  readonly scopes: ReadonlySet<string>;
  /** When the key stops working; undefined means never. */
  readonly expiresAt?: Date | undefined;
  /** The only agents that the key may touch; undefined means all. */
  readonly agentIds: ReadonlySet<string> | undefined;
  /** The only environments that the key may change; undefined means all. */
  readonly environments: ReadonlySet<string> | undefined;
}

/** Somebody who has signed in. */
interface ActingPerson {
  readonly role: Role;
  readonly sessionId: string;
}

export const mayTouchAgent = (principal: Principal, agentId: string): boolean =>
  principal.agentIds === undefined || principal.agentIds.has(agentId);

export const mayChangeEnvironment = (principal: Principal, environment: EnvironmentName): boolean =>
  principal.environments === undefined || principal.environments.has(environment);
