import { inUnit, METRICS } from '../alerts/metrics.js';
import type { Schemas } from '../api/client.js';
import type { Conversation } from '../conversations/queries.js';
import type { IconName } from '../ui/icon.js';
import { countOf } from '../ui/words.js';

/** What went wrong, as one sentence, and where to look. */
export interface Fault {
  readonly key: string;
  readonly icon: IconName;
  readonly isSerious: boolean;
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly action: string;
}

const toCall = ({ id }: Conversation) => `/conversations/${id}`;

/** Groups rows, keeping their order. */
function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}

type NameOf = (agentId: string) => string;

/** Failed calls by cause. */
export const failedCalls = (rows: readonly Conversation[], nameOf: NameOf): readonly Fault[] =>
  grouped(rows, ({ agentId, failure }) => `${agentId} ${failure?.message ?? ''}`).map((calls) => ({
    key: `failed ${calls[0].id}`,
    icon: 'phone',
    isSerious: true,
    title: `${countOf(calls.length, 'call')} of ${nameOf(calls[0].agentId)} failed`,
    text: calls[0].failure?.message ?? 'The call ended by a fault of the service.',
    to: toCall(calls[0]),
    action: calls.length === 1 ? 'What happened' : 'The last one',
  }));

/** Calls that continued after an error, by agent. */
export const callsWithErrors = (rows: readonly Conversation[], nameOf: NameOf): readonly Fault[] =>
  grouped(
    rows.filter(({ outcome }) => outcome !== 'failed'),
    ({ agentId }) => agentId,
  ).map((calls) => ({
    key: `errors ${calls[0].agentId}`,
    icon: 'tool',
    isSerious: false,
    title: `Something did not work in ${countOf(calls.length, 'call')} of ${nameOf(calls[0].agentId)}`,
    text: calls.some(({ functionErrors }) => functionErrors > 0)
      ? 'One of its tools gave an error. The call continued.'
      : 'A provider gave an error. The call continued.',
    to: toCall(calls[0]),
    action: 'The last one',
  }));

export const unresolvedCalls = (rows: readonly Conversation[], nameOf: NameOf): readonly Fault[] =>
  grouped(rows, ({ agentId }) => agentId).map((calls) => ({
    key: `unresolved ${calls[0].agentId}`,
    icon: 'chat',
    isSerious: false,
    title: `${countOf(calls.length, 'caller')} of ${nameOf(calls[0].agentId)} did not get what they wanted`,
    text: calls[0].summary ?? 'Read what they asked, and teach it the answer.',
    to: toCall(calls[0]),
    action: 'Read the last one',
  }));

export const alertFault = (alert: Schemas['Alert']): Fault => ({
  key: `alert ${alert.alert_rule_id}`,
  icon: 'bell',
  isSerious: true,
  title: `The alert “${alert.name}” fires`,
  text: `${METRICS[alert.metric]}: ${alert.current_value === null ? 'unknown' : inUnit(alert.metric, alert.current_value)}. The limit is ${inUnit(alert.metric, alert.threshold_value)}.`,
  to: '/alerts',
  action: 'See the rule',
});

/** A phone line that takes no calls. */
export function trunkFaults(trunks: readonly Schemas['Trunk'][]): readonly Fault[] {
  return trunks
    .filter(({ enabled }) => enabled)
    .flatMap(({ trunkId, name, registration, health }) => {
      const isOut = registration?.state === 'failed';
      if (!isOut && health?.state !== 'down') return [];
      const why = (isOut ? registration.reason : health?.reason) ?? 'Check its address and its login.';
      return [
        {
          key: `trunk ${trunkId}`,
          icon: 'phone',
          isSerious: true,
          title: isOut ? `The phone line “${name}” could not log in` : `The phone line “${name}” is down`,
          text: why,
          to: '/trunks',
          action: 'Check the line',
        } as const,
      ];
    });
}

export const providerFaults = (providers: readonly Schemas['Provider'][]): readonly Fault[] =>
  providers
    .filter(({ health }) => health === 'failing')
    .map(({ name }) => ({
      key: `provider ${name}`,
      icon: 'plug',
      isSerious: true,
      title: `${name} answers with errors`,
      text: 'Calls that need it fail, or use another provider if the agent names one.',
      to: '/providers',
      action: 'Test it',
    }));
