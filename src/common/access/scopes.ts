/**
 * Scopes of API keys. `keys:admin` covers only keys; no scope covers everything. `keys:delegate` allows creating keys
 * on behalf of other people, whose e-mail addresses are then recorded for these keys. `people:write` allows managing
 * people and their roles. `deployments:override` allows setting and overriding gates. `calls:supervise` allows hearing
 * running calls, instructing their agents, and speaking in their place.
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
  'calls:supervise',
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
