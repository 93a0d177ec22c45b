import { Type } from '@sinclair/typebox';
import { AlertState } from '../generated/prisma/client.js';
import { METRICS, OPERATORS, WINDOWS } from './vocabulary.js';

const closed = { additionalProperties: false } as const;
const Timestamp = Type.String({ format: 'date-time' });
const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));

const watched = {
  name: Type.String(),
  project_id: Type.Union([Type.String(), Type.Null()], { description: 'null: all agents.' }),
  metric: oneOf(METRICS),
  operator: oneOf(OPERATORS),
  threshold_value: Type.Integer({ minimum: 0 }),
  window_duration: oneOf(WINDOWS),
};

const measured = {
  since: Timestamp,
  last_evaluated_at: Type.Union([Timestamp, Type.Null()]),
  current_value: Type.Union([Type.Number(), Type.Null()]),
};

const RuleSchema = Type.Object(
  {
    id: Type.String({ pattern: '^ar_[A-Za-z0-9]+$' }),
    ...watched,
    enabled: Type.Boolean(),
    current_state: oneOf(Object.values(AlertState)),
    ...measured,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { ...closed, title: 'AlertRule' },
);

const WATCHED = {
  name: 'Slow replies',
  project_id: null,
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 1_500,
  window_duration: '10m',
};

const MEASURED = {
  since: '2026-05-04T09:05:00.000Z',
  last_evaluated_at: '2026-05-04T09:10:00.000Z',
  current_value: 1_720,
};

const RULE = {
  id: 'ar_2wS3xE4dC5rF6vT7gB8yHn',
  ...WATCHED,
  enabled: true,
  current_state: 'alert',
  ...MEASURED,
  created_at: '2026-05-04T09:00:00.000Z',
  updated_at: '2026-05-04T09:00:00.000Z',
};

export const NEW_RULE_EXAMPLE = WATCHED;

export const alertAnswers = {
  rule: { schema: RuleSchema, example: RULE },
  rules: {
    schema: Type.Object(
      {
        data: Type.Array(RuleSchema),
        next_cursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
      },
      closed,
    ),
    example: { data: [RULE] },
  },
  firing: {
    schema: Type.Object(
      {
        data: Type.Array(
          Type.Object(
            { alert_rule_id: Type.String(), ...watched, ...measured },
            { ...closed, title: 'Alert' },
          ),
        ),
      },
      closed,
    ),
    example: { data: [{ alert_rule_id: RULE.id, ...WATCHED, ...MEASURED }] },
  },
} as const;

export const ruleErrors = {
  404: { ALERT_RULE_NOT_FOUND: 'There is no such alert rule.' },
} as const;
