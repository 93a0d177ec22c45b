import { Type } from '@sinclair/typebox';
import { ENVIRONMENTS, fromDbEnvironment, SCOPES } from '../common/access/index.js';
import type { ApiKey } from '../generated/prisma/client.js';
import { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from '../http/openapi/index.js';

const fields = {
  id: Type.String(),
  name: Type.String(),
  ownerEmail: Type.String(),
  hint: Type.String({ description: 'How the key begins.' }),
  scopes: Type.Array(oneOf(SCOPES)),
  agentIds: Type.Array(Type.String(), { description: 'Empty: all agents.' }),
  environments: Type.Array(oneOf(ENVIRONMENTS), {
    description: 'Empty: all environments.',
  }),
  createdAt: Timestamp,
  expiresAt: orNull(Timestamp),
  revokedAt: orNull(Timestamp),
  lastUsedAt: orNull(Timestamp),
};

const ApiKeySchema = shape('ApiKey', fields);

export const NewApiKeySchema = shape('NewApiKey', {
  ...fields,
  key: Type.String({ description: 'The secret. It is shown this once.' }),
});

export const ApiKeyListSchema = responseShape({
  apiKeys: Type.Array(ApiKeySchema),
  nextCursor: NextCursor,
});

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

/** Contains neither the secret nor its hash. */
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
