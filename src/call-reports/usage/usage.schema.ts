import { type Static, Type } from '@sinclair/typebox';
import { UsageSchema } from '../../conversations/index.js';
import { GROUPINGS } from './usage.dto.js';

const closed = { additionalProperties: false } as const;
const Cost = Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
  description: 'In `currency`; null where no price is known. Of a group: of what has a price.',
});

const PricedUsage = Type.Object(
  { ...UsageSchema.properties, cost: Cost },
  { ...closed, title: 'PricedUsage' },
);

const Group = Type.Object(
  {
    key: Type.String({ description: 'The day (`2026-05-04`), the agent’s id, or the name of the provider.' }),
    calls: Type.Integer({ minimum: 0 }),
    callSeconds: Type.Integer({ minimum: 0, description: 'Of calls that have ended.' }),
    cost: Cost,
    usage: Type.Array(PricedUsage),
  },
  { ...closed, title: 'UsageGroup' },
);

export const UsageReportSchema = Type.Object(
  {
    from: Type.String({ format: 'date-time' }),
    to: Type.String({ format: 'date-time' }),
    groupBy: Type.Union(GROUPINGS.map((name) => Type.Literal(name))),
    currency: Type.Union([Type.String(), Type.Null()]),
    groups: Type.Array(Group),
  },
  { ...closed, title: 'UsageReport' },
);

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
