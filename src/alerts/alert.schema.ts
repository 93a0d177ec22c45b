import { Type } from '@sinclair/typebox';
import { AlertState } from '../generated/prisma/client.js';
import { METRICS, OPERATORS, WINDOWS } from './rule-enums.js';
import { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from '../http/openapi/index.js';

const watched = {
  name: Type.String(),
  project_id: orNull(Type.String(), { description: 'null: all agents.' }),
  metric: oneOf(METRICS),
  operator: oneOf(OPERATORS),
  threshold_value: Type.Integer({ minimum: 0 }),
  window_duration: oneOf(WINDOWS),
};

const measured = {
  since: Timestamp,
  last_evaluated_at: orNull(Timestamp),
  current_value: orNull(Type.Number()),
};

const RuleSchema = shape('AlertRule', {
  id: Type.String({ pattern: '^ar_[A-Za-z0-9]+$' }),
  ...watched,
  enabled: Type.Boolean(),
  current_state: oneOf(Object.values(AlertState)),
  ...measured,
  created_at: Timestamp,
  updated_at: Timestamp,
});

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
    schema: responseShape({
      data: Type.Array(RuleSchema),
      next_cursor: NextCursor,
    }),
    example: { data: [RULE] },
  },
  firing: {
    schema: responseShape({
      data: Type.Array(shape('Alert', { alert_rule_id: Type.String(), ...watched, ...measured })),
    }),
    example: { data: [{ alert_rule_id: RULE.id, ...WATCHED, ...MEASURED }] },
  },
} as const;

export const ruleErrors = {
  404: { ALERT_RULE_NOT_FOUND: 'There is no such alert rule.' },
  422: { INVALID_ALERT_RULE_ID: 'The alert rule id is malformed.' },
} as const;
