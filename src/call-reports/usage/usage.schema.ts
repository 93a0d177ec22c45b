import { type Static, Type } from '@sinclair/typebox';
import { oneOf, orNull, shape, Timestamp } from '../../common/openapi/index.js';
import { UsageSchema } from '../../conversations/index.js';
import { GROUPINGS } from './usage.dto.js';

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

/** What one conversation came to. */
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
