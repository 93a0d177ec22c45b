/**
 * What an API key may do. `keys:admin` covers keys alone; nothing covers everything. `keys:delegate` lets it make
 * keys for other people, whose e-mail addresses then stand for what those keys do. `people:write` lets it say who may
 * sign in, as what. `deployments:override` sets gates, and goes past them.
 */
export const SCOPES = [
  'agents:read',
  'agents:write',
  'deployments:read',
  'deployments:write',
  'deployments:approve',
  'deployments:override',
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
  'people:read',
  'people:write',
] as const;

export type Scope = (typeof SCOPES)[number];
