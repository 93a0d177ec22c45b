import { useAction } from '../api/action.js';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { FormDialog } from '../ui/form-dialog.js';
import type { Option } from '../ui/inputs.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import { Badge, type Tone } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { inWords } from '../ui/words.js';
import { inUnit, isTime, METRICS } from './metrics.js';

type Rule = Schemas['AlertRule'];
type NewRule = Schemas['CreateRule'];

const alertsKey = ['alerts'] as const;
const OPERATORS = { '>': 'above', '>=': 'at least', '<': 'below', '<=': 'at most' } as const;
const WINDOWS = { '5m': '5 minutes', '10m': '10 minutes', '60m': '60 minutes' } as const;
const TONES: Readonly<Record<Rule['current_state'], Tone>> = {
  ok: 'good',
  alert: 'danger',
  no_data: 'plain',
  unknown: 'plain',
};

const named = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const COLUMNS: readonly Column<Rule>[] = [
  { name: 'Name', cell: ({ name }) => <Short as="strong" text={name} /> },
  {
    name: 'Fires when',
    cell: ({ metric, operator, threshold_value, window_duration }) =>
      `${METRICS[metric]} ${OPERATORS[operator]} ${inUnit(metric, threshold_value)} in ${WINDOWS[window_duration]}`,
  },
  {
    name: 'Now',
    optional: true,
    end: true,
    width: '6rem',
    cell: ({ metric, current_value }) => (current_value === null ? '–' : inUnit(metric, current_value)),
  },
  {
    name: 'State',
    width: '6rem',
    cell: ({ enabled, current_state }) =>
      enabled ? <Badge tone={TONES[current_state]}>{inWords(current_state)}</Badge> : <Badge>off</Badge>,
  },
  { name: 'Since', optional: true, width: '7rem', cell: ({ since }) => <Age time={since} /> },
];

async function readRules(cursor: string | undefined) {
  const query = { ...(cursor !== undefined && { cursor }) };
  const { data, next_cursor } = await take(api.GET('/v1/alert-rules', { params: { query } }));
  return { rows: data, next: next_cursor };
}

export function AlertsPage() {
  const change = useAction(
    ({ id: ruleId, enabled }: Rule) =>
      take(
        api.PATCH('/v1/alert-rules/{ruleId}', { params: { path: { ruleId } }, body: { enabled: !enabled } }),
      ),
    { changes: [alertsKey] },
  );
  return (
    <Page title="Alerts" lead="Know when calls fail or slow down: here, by e-mail and by webhook.">
      <Records<Rule>
        title="Rules"
        icon="bell"
        empty={{
          title: 'No rules yet',
          text: 'For example: tell us when answers take longer than two seconds.',
        }}
        queryKey={alertsKey}
        read={readRules}
        refetchMs={15_000}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        mayWrite={useAccount().can('alerts:write')}
        columns={COLUMNS}
        create={{ label: 'New rule', window: (onClose) => <RuleForm onClose={onClose} /> }}
        entries={(rule, open) => [
          { label: 'Change…', onSelect: () => open((onClose) => <RuleForm rule={rule} onClose={onClose} />) },
          { label: rule.enabled ? 'Switch off' : 'Switch on', onSelect: () => change.mutate(rule) },
        ]}
        remove={{
          act: ({ id: ruleId }) =>
            done(api.DELETE('/v1/alert-rules/{ruleId}', { params: { path: { ruleId } } })),
          text: 'It no longer watches anything.',
        }}
      />
    </Page>
  );
}

const SECOND_MS = 1_000;

const fieldsFor = ({ metric }: { readonly metric: Rule['metric'] }) =>
  [
    { name: 'name', label: 'Name', kind: 'text', required: true, placeholder: 'Answers are slow' },
    {
      name: 'metric',
      label: 'Alert when',
      kind: 'choice',
      options: named(METRICS),
      sets: (chosen: string) => ({ threshold: isTime(chosen as Rule['metric']) ? 2 : 10 }),
    },
    { name: 'operator', label: 'Is', kind: 'choice', options: named(OPERATORS) },
    {
      name: 'threshold',
      path: 'threshold_value',
      label: isTime(metric) ? 'Limit, in seconds' : 'Limit',
      kind: 'number',
    },
    {
      name: 'window',
      path: 'window_duration',
      label: 'Over the last',
      kind: 'choice',
      options: named(WINDOWS),
    },
  ] as const;

function RuleForm({ rule, onClose }: { readonly rule?: Rule; readonly onClose: () => void }) {
  const save = useAction(
    (body: NewRule) =>
      rule
        ? take(api.PATCH('/v1/alert-rules/{ruleId}', { params: { path: { ruleId: rule.id } }, body }))
        : take(api.POST('/v1/alert-rules', { params: { header: once() }, body })),
    { changes: [alertsKey], quiet: true },
  );
  return (
    <FormDialog
      title={rule ? `Change “${rule.name}”` : 'New rule'}
      action="Save"
      initial={{
        name: rule?.name ?? '',
        metric: rule?.metric ?? 'turn_latency_p95',
        operator: rule?.operator ?? '>',
        threshold: rule ? rule.threshold_value / (isTime(rule.metric) ? SECOND_MS : 1) : 2,
        window: rule?.window_duration ?? '5m',
      }}
      fields={fieldsFor}
      onSubmit={({ name, metric, operator, threshold, window }) =>
        save.mutateAsync({
          name,
          metric,
          operator,
          threshold_value: isTime(metric) ? Math.round(threshold * SECOND_MS) : threshold,
          window_duration: window,
        })
      }
      onClose={onClose}
    />
  );
}
