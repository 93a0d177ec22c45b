import type { AlertState } from '../../generated/prisma/client.js';
import type { AlertOperator } from '../rule-enums.js';

/** `value` is null without samples in the window. */
export interface Evaluation {
  readonly operator: AlertOperator;
  readonly threshold: number;
  readonly value: number | null;
  readonly now: Date;
  /** How long the condition must be false before a firing rule is resolved, in milliseconds. */
  readonly clearMs: number;
}

export interface RuleStatus {
  /**
   * `ok`, `alert`: the condition is false, or true. `no_data`: there were no samples. `unknown`: not evaluated since
   * the rule was changed or enabled. A new rule begins with `ok`.
   */
  readonly state: AlertState;
  readonly since: Date;
  /** Since when the condition of a firing rule has been false. */
  readonly clearSince: Date | null;
}

/**
 * The status after an evaluation. A rule fires as soon as its condition is true, and is resolved once the condition has
 * been false, or without data, for `clearMs` without interruption. Entering `alert` is `alerts.triggered`, leaving it
 * `alerts.resolved`, so events always come in pairs.
 */
export function evaluate(before: RuleStatus, evaluation: Evaluation): RuleStatus {
  const { value, now, clearMs } = evaluation;
  const next = value === null ? 'no_data' : holds(evaluation, value) ? 'alert' : 'ok';
  if (next === before.state) return { state: next, since: before.since, clearSince: null };
  if (before.state !== 'alert') return { state: next, since: now, clearSince: null };
  const clearSince = before.clearSince ?? now;
  const isClear = now.getTime() - clearSince.getTime() >= clearMs;
  return isClear ? { state: next, since: now, clearSince: null } : { ...before, clearSince };
}

export function eventOf(
  before: AlertState,
  after: AlertState,
): 'alerts.triggered' | 'alerts.resolved' | undefined {
  if (before !== 'alert' && after === 'alert') return 'alerts.triggered';
  return before === 'alert' && after !== 'alert' ? 'alerts.resolved' : undefined;
}

function holds({ operator, threshold }: Evaluation, value: number): boolean {
  switch (operator) {
    case '>':
      return value > threshold;
    case '<':
      return value < threshold;
    case '>=':
      return value >= threshold;
    case '<=':
      return value <= threshold;
  }
}
