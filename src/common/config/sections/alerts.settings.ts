import { flag } from '../setting.js';

export const alertConstants = {
  /** Of each rule: the delay between a failing call and its alert. */
  evaluationIntervalSeconds: 30,
  /** Of a rule's window. Without it, a value around the threshold would trigger and resolve at every evaluation. */
  clearPercent: 20,
};

export const alertSettings = {
  evaluationEnabled: flag('ALERT_EVALUATION_ENABLED', {
    advanced: true,
    fallback: true,
    meaning:
      'Whether this process evaluates alert rules. Each rule is evaluated by one process at a time, however many there are.',
    danger: 'With false in every process no alert is ever triggered.',
  }),
} as const;
