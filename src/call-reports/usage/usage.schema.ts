import { type Static, Type } from '@sinclair/typebox';
import { oneOf, orNull, shape, Timestamp } from '../../http/openapi/index.js';
import { STORAGE_KINDS, type StorageKind } from '../../quotas/index.js';
import { UsageSchema } from '../../conversations/index.js';
import { GROUPINGS } from '../report-queries.dto.js';

const Cost = orNull(Type.Number({ minimum: 0 }), {
  description: 'In `currency`; null where no price is known. Of a group: of what has a price.',
});

const PricedUsage = shape('PricedUsage', { ...UsageSchema.properties, cost: Cost });

const Group = shape('UsageGroup', {
  key: Type.String({ description: 'The day (`2026-05-04`), the agent’s id, or the name of the provider.' }),
  calls: Type.Integer({ minimum: 0 }),
  callSeconds: Type.Integer({ minimum: 0, description: 'Of calls that have ended.' }),
  cost: Cost,
  usage: Type.Array(PricedUsage),
});

export const UsageReportSchema = shape('UsageReport', {
  from: Timestamp,
  to: Timestamp,
  groupBy: oneOf(GROUPINGS),
  currency: orNull(Type.String()),
  groups: Type.Array(Group),
});

export const StorageUseSchema = shape('StorageUse', {
  limitBytes: orNull(Type.Integer({ minimum: 1 }), {
    description: 'The quota `storageBytes` of the account; null: no limit.',
  }),
  usedBytes: Type.Integer({ minimum: 0 }),
  kinds: Type.Array(
    shape('StoredKind', {
      kind: oneOf(Object.keys(STORAGE_KINDS) as StorageKind[], {
        description: Object.entries(STORAGE_KINDS)
          .map(([kind, meaning]) => `- \`${kind}\`: ${meaning}`)
          .join('\n'),
      }),
      bytes: Type.Integer({ minimum: 1 }),
    }),
    { description: 'The largest first, without kinds of which nothing is stored.' },
  ),
});

export const STORAGE_USE_EXAMPLE: Static<typeof StorageUseSchema> = {
  limitBytes: 10_737_418_240,
  usedBytes: 7_350_000,
  kinds: [
    { kind: 'recordings', bytes: 6_100_000 },
    { kind: 'versions', bytes: 1_250_000 },
  ],
};

export const ConversationCostSchema = shape('ConversationCost', {
  conversationId: Type.String(),
  currency: orNull(Type.String()),
  cost: Cost,
  usage: Type.Array(PricedUsage),
});

export type ConversationCost = Static<typeof ConversationCostSchema>;
export type UsageReport = Static<typeof UsageReportSchema>;
export type UsageGroup = Static<typeof Group>;

export const USAGE_REPORT_EXAMPLE: UsageReport = {
  from: '2026-05-01T00:00:00.000Z',
  to: '2026-05-31T00:00:00.000Z',
  groupBy: 'day',
  currency: 'USD',
  groups: [
    {
      key: '2026-05-04',
      calls: 12,
      callSeconds: 1_480,
      cost: 0.0312,
      usage: [
        {
          stage: 'llm',
          provider: 'openai',
          model: 'gpt-4.1-mini',
          inputTokens: 60_000,
          cachedTokens: 20_000,
          outputTokens: 3_200,
          cost: 0.0312,
        },
      ],
    },
  ],
};

export const CONVERSATION_COST_EXAMPLE: ConversationCost = {
  conversationId: 'conv_01JT5ZQ0G8',
  currency: 'USD',
  cost: 0.0026,
  usage: [
    {
      stage: 'llm',
      provider: 'openai',
      model: 'gpt-4.1-mini',
      inputTokens: 5_000,
      outputTokens: 267,
      cost: 0.0026,
    },
  ],
};
