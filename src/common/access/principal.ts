/**
 * What an API key may do. `keys:admin` covers keys alone; nothing covers everything. `keys:delegate` lets it make
 * keys for other people, whose e-mail addresses then stand for what those keys do.
 */
export const SCOPES = [
  'agents:read',
  'agents:write',
  'deployments:read',
  'deployments:write',
  'webhooks:read',
  'webhooks:write',
  'alerts:read',
  'alerts:write',
  'connectors:read',
  'connectors:write',
  'call-tokens:read',
  'call-tokens:write',
  'calls:read',
  'calls:write',
  'conversations:read',
  'conversations:write',
  'secrets:read',
  'secrets:write',
  'keys:admin',
  'keys:delegate',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The stages of a deployment as the interface spells them (2.1). */
export const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const;

export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** The account and the key behind an X-API-KEY header. */
export interface Principal {
  readonly accountId: string;
  readonly keyId: string;
  /** The e-mail address of the key's user, which becomes `createdBy`. */
  readonly email: string;
  readonly scopes: ReadonlySet<string>;
  /** When the key stops working; undefined means never. */
  readonly expiresAt?: Date | undefined;
  /** The only agents that the key may touch; undefined means all. */
  readonly agentIds: ReadonlySet<string> | undefined;
  /** The only environments that the key may change; undefined means all. */
  readonly environments: ReadonlySet<string> | undefined;
}

export const mayTouchAgent = (principal: Principal, agentId: string): boolean =>
  principal.agentIds === undefined || principal.agentIds.has(agentId);

export const mayChangeEnvironment = (principal: Principal, environment: EnvironmentName): boolean =>
  principal.environments === undefined || principal.environments.has(environment);
