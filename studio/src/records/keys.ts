import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';

export type ApiKey = Schemas['ApiKey'];
export type Scope = Schemas['CreateApiKey']['scopes'][number];

export const keysKey = ['api-keys'] as const;

export async function readKeys(cursor: string | undefined) {
  const query = { ...(cursor !== undefined && { cursor }) };
  const { apiKeys, nextCursor } = await take(api.GET('/v1/api-keys', { params: { query } }));
  return { rows: apiKeys, next: nextCursor };
}

/** The newest keys. */
export const keysQuery = queryOptions({
  queryKey: [...keysKey, 'newest'],
  queryFn: async () => (await readKeys(undefined)).rows,
});

interface KeyRole {
  readonly value: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** What most programs need. */
export const KEY_ROLES: readonly [KeyRole, ...KeyRole[]] = [
  {
    value: 'read',
    label: 'Read results: conversations, agents and figures',
    scopes: ['agents:read', 'deployments:read', 'conversations:read', 'calls:read'],
  },
  {
    value: 'call',
    label: 'Make calls: let visitors in, phone people, read results',
    scopes: [
      'agents:read',
      'deployments:read',
      'conversations:read',
      'calls:read',
      'calls:write',
      'call-tokens:read',
      'call-tokens:write',
    ],
  },
  {
    value: 'build',
    label: 'Build: change and publish agents, too',
    scopes: [
      'agents:read',
      'agents:write',
      'deployments:read',
      'deployments:write',
      'connectors:read',
      'connectors:write',
      'conversations:read',
      'calls:read',
      'calls:write',
      'call-tokens:read',
      'call-tokens:write',
    ],
  },
];
