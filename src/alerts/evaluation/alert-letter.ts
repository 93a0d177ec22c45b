import type { Letter } from '../../mail/index.js';
import type { AlertMetric, AlertOperator } from '../rule-enums.js';
import type { AlertRule } from '../alert-rule.js';

const NAMES: Readonly<Record<AlertMetric, string>> = {
  turn_latency_p50: 'The median response time',
  turn_latency_p95: 'The 95th percentile of the response time',
  api_errors: 'The number of provider errors',
  function_errors: 'The number of failed tool calls',
  call_crashes: 'The number of failed calls',
  call_volume: 'The number of calls',
};
const OPERATORS: Readonly<Record<AlertOperator, string>> = {
  '>': 'above',
  '<': 'below',
  '>=': 'at least',
  '<=': 'at most',
};

/** About a rule that fires, or is resolved. */
export function alertLetter(
  rule: Pick<
    AlertRule,
    'name' | 'metric' | 'operator' | 'thresholdValue' | 'windowDuration' | 'currentValue'
  >,
  which: 'alerts.triggered' | 'alerts.resolved',
  studioUrl: string,
): Letter {
  const { name, metric, operator, thresholdValue, windowDuration, currentValue } = rule;
  const amount = (value: number) =>
    `${Math.round(value).toLocaleString('en-GB')}${metric.startsWith('turn_latency') ? ' ms' : ''}`;
  const condition = `${OPERATORS[operator]} ${amount(thresholdValue)} over ${Number.parseInt(windowDuration, 10)} minutes`;
  const now = currentValue === null ? 'There were no calls.' : `It is ${amount(currentValue)} now.`;
  return {
    subject: which === 'alerts.triggered' ? `Alert: ${name}` : `Resolved: ${name}`,
    paragraphs: [
      which === 'alerts.triggered'
        ? `${NAMES[metric]} is ${condition}. ${now}`
        : `${NAMES[metric]} is no longer ${condition}. ${now}`,
    ],
    link: { label: 'See the alerts', url: `${studioUrl}alerts` },
    reason: 'You get this e-mail as a member of the account. Turn it off in the studio: your menu, E-mails.',
  };
}
