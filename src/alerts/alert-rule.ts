import { notFound } from '../common/errors/index.js';
import type { AlertRule as AlertRuleRow } from '../generated/prisma/client.js';
import {
  type AlertMetric,
  METRICS,
  type AlertOperator,
  OPERATORS,
  type WindowDuration,
  WINDOWS,
} from './rule-enums.js';

/** The same response for a missing rule, a malformed id, and another account's rule. */
export const ruleNotFound = () => notFound('ALERT_RULE_NOT_FOUND', 'There is no such alert rule.');

/** A stored rule with validated values. */
export interface AlertRule extends Omit<AlertRuleRow, 'metric' | 'operator' | 'windowDuration'> {
  readonly metric: AlertMetric;
  readonly operator: AlertOperator;
  readonly windowDuration: WindowDuration;
}

/** @throws Error when the row has a value unknown to this version. */
export function toAlertRule(row: AlertRuleRow): AlertRule {
  return {
    ...row,
    metric: oneOf(METRICS, row.metric),
    operator: oneOf(OPERATORS, row.operator),
    windowDuration: oneOf(WINDOWS, row.windowDuration),
  };
}

function oneOf<W extends string>(words: readonly W[], word: string): W {
  const found = words.find((candidate) => candidate === word);
  if (found === undefined) throw new Error('An alert rule in the database has an unknown value.');
  return found;
}

/** The rule's condition and last measurement. */
const watchedView = (rule: AlertRule) => ({
  name: rule.name,
  project_id: rule.projectId,
  metric: rule.metric,
  operator: rule.operator,
  threshold_value: rule.thresholdValue,
  window_duration: rule.windowDuration,
  since: rule.since.toISOString(),
  last_evaluated_at: rule.lastEvaluatedAt?.toISOString() ?? null,
  current_value: rule.currentValue,
});

export const alertRuleView = (rule: AlertRule) => ({
  id: rule.id,
  ...watchedView(rule),
  enabled: rule.enabled,
  current_state: rule.state,
  created_at: rule.createdAt.toISOString(),
  updated_at: rule.updatedAt.toISOString(),
});

/** A firing rule: an entry of `GET /v1/alerts` and the data of both events. `since` is when it began to fire. */
export const alertView = (rule: AlertRule) => ({ alert_rule_id: rule.id, ...watchedView(rule) });
