import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS, fromDbEnvironment, SCOPES } from '../common/access/index.js';
import type { ApiKey } from '../generated/prisma/client.js';

const closed = { additionalProperties: false } as const;
const Timestamp = Type.String({ format: 'date-time' });
const TimestampOrNull = Type.Union([Timestamp, Type.Null()]);

const fields = {
  id: Type.String(),
  name: Type.String(),
  ownerEmail: Type.String(),
  hint: Type.String({ description: 'How the key begins.' }),
  scopes: Type.Array(Type.Union(SCOPES.map((scope) => Type.Literal(scope)))),
  agentIds: Type.Array(Type.String(), { description: 'Empty: all agents.' }),
  environments: Type.Array(Type.Union(ENVIRONMENTS.map((name) => Type.Literal(name))), {
    description: 'Empty: all environments.',
  }),
  createdAt: Timestamp,
  expiresAt: TimestampOrNull,
  revokedAt: TimestampOrNull,
  lastUsedAt: TimestampOrNull,
};

const ApiKeySchema = Type.Object(fields, { ...closed, title: 'ApiKey' });

export const NewApiKeySchema = Type.Object(
  { ...fields, key: Type.String({ description: 'The secret. It is shown this once.' }) },
  { ...closed, title: 'NewApiKey' },
);

export const ApiKeyListSchema = Type.Object(
  { apiKeys: Type.Array(ApiKeySchema), nextCursor: Type.Optional(Type.String()) },
  closed,
);

export const API_KEY_EXAMPLE = {
  id: 'ak_8kL2mN5pQ9rS3tU6vW1xYz',
  name: 'Deploy from CI',
  ownerEmail: 'ada@example.com',
  hint: 'esk_q3Zt',
  scopes: ['deployments:read', 'deployments:write'],
  agentIds: [],
  environments: ['sandbox'],
  createdAt: '2026-05-04T09:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

/** Never contains the secret or its hash. */
export const apiKeyView = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  ownerEmail: key.ownerEmail,
  hint: key.hint,
  scopes: key.scopes,
  agentIds: key.agentIds,
  environments: key.environments.map(fromDbEnvironment),
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
});
