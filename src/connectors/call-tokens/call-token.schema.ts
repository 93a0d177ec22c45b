import { Type } from '@sinclair/typebox';
import type { ListedCallToken } from '../../auth/index.js';
import { orNull, responseShape, shape, Timestamp } from '../../http/openapi/index.js';

const fields = {
  callTokenId: Type.String(),
  connectorId: Type.String(),
  uses: Type.Integer({ description: 'How many calls it may begin.' }),
  used: Type.Integer({ description: 'How many it has begun.' }),
  caller: orNull(Type.String(), { description: 'Who calls; null: what the offer says.' }),
  variantId: orNull(Type.String(), { description: 'null: that of the connector, or what the offer says.' }),
  origins: Type.Array(Type.String(), { description: 'Empty: all, and apps.' }),
  maxCallSeconds: orNull(Type.Integer(), { description: 'null: what the operator allows.' }),
  maxConcurrentCalls: orNull(Type.Integer(), { description: 'null: what the operator allows.' }),
  mintedBy: Type.String({
    description:
      'Id of an API key, `connector` (the token of the connector), or `public` (a page without a backend).',
  }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: orNull(Timestamp),
};

const CallTokenSchema = shape('CallToken', fields);

export const NewCallTokenSchema = shape('NewCallToken', {
  ...fields,
  token: Type.String({ description: 'The `authToken` of offers. It is shown this once.' }),
});

/** All that a page needs to know. */
export const PageCallTokenSchema = shape('PageCallToken', {
  token: Type.String({ description: 'The `authToken` of one offer.' }),
  expiresAt: Timestamp,
});

export const CallTokenListSchema = responseShape({
  callTokens: Type.Array(CallTokenSchema),
  nextCursor: Type.Optional(Type.String()),
});

export const CALL_TOKEN_EXAMPLE = {
  callTokenId: 'clt_5tG8yH2jK4lM6nP9qR1sVw',
  connectorId: 'con_6yT3rE8wQ1aS4dF7gH9jKl',
  uses: 1,
  used: 0,
  caller: 'customer-1234',
  variantId: null,
  origins: ['https://www.example.com'],
  maxCallSeconds: 600,
  maxConcurrentCalls: null,
  mintedBy: 'ak_8kL2mN5pQ9rS3tU6vW1xYz',
  createdAt: '2026-05-04T09:00:00.000Z',
  expiresAt: '2026-05-04T09:10:00.000Z',
  revokedAt: null,
};

/** Contains neither the token nor its variables. */
export const callTokenView = (row: ListedCallToken) => ({
  callTokenId: row.id,
  connectorId: row.connectorId,
  uses: row.uses,
  used: row.used,
  caller: row.caller,
  variantId: row.variantId,
  origins: row.origins,
  maxCallSeconds: row.maxCallSeconds,
  maxConcurrentCalls: row.maxConcurrentCalls,
  mintedBy: row.mintedBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
