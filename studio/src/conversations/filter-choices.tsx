import type { Schemas } from '../api/client.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { type Option, SelectInput, TextInput } from '../ui/inputs.js';
import { filtersIn, type ListFilters, TARGETS } from './list-filters.js';

interface Props {
  readonly filters: ListFilters;
  readonly agents: readonly Schemas['Agent'][];
  readonly onFilters: (filters: ListFilters) => void;
}

interface Choice {
  readonly label: string;
  readonly options: readonly (Option & { readonly filter: ListFilters })[];
  /** The filters that it sets. */
  readonly sets: readonly (keyof ListFilters)[];
}

const option = (label: string, filter: ListFilters) => ({ value: label, label, filter });
const ANY = option('Any', {});

const CHOICES: readonly Choice[] = [
  {
    label: 'Environment',
    sets: ['target'],
    options: [ANY, ...TARGETS.map((target) => option(target, { target }))],
  },
  {
    label: 'Outcome',
    sets: ['outcome', 'success', 'withErrors'],
    options: [
      ANY,
      option('Completed', { outcome: 'completed' }),
      option('Successful', { success: true }),
      option('Not resolved', { success: false }),
      option('Failed', { outcome: 'failed' }),
      option('Did not connect', { outcome: 'not-connected' }),
      option('With errors', { withErrors: true }),
    ],
  },
  {
    label: 'Length',
    sets: ['minSeconds', 'maxSeconds'],
    options: [
      ANY,
      option('Up to 30 s', { maxSeconds: 30 }),
      option('30 s to 3 min', { minSeconds: 30, maxSeconds: 180 }),
      option('3 min and more', { minSeconds: 180 }),
    ],
  },
  {
    label: 'Time',
    sets: ['days'],
    options: [
      ANY,
      option('Last 24 hours', { days: 1 }),
      option('Last 7 days', { days: 7 }),
      option('Last 30 days', { days: 30 }),
    ],
  },
];

const ofAgents = (agents: Props['agents']): Choice => ({
  label: 'Agent',
  sets: ['agentId'],
  options: [
    ANY,
    ...agents.map(({ agentId, agentName }) => ({
      ...option(agentName, { agentId }),
      value: agentId,
    })),
  ],
});

const without = (filters: ListFilters, names: Choice['sets']): ListFilters =>
  filtersIn(
    Object.fromEntries(Object.entries(filters).filter(([name]) => names.every((one) => one !== name))),
  );

/** All filters; each applies at once. */
export function FilterChoices({ filters, agents, onFilters }: Props) {
  return (
    <div className="filter-choices">
      {[ofAgents(agents), ...CHOICES].map((choice) => (
        <ChoiceField key={choice.label} choice={choice} filters={filters} onFilters={onFilters} />
      ))}
      <Field label="Tag">
        {(ids) => (
          <TextInput
            {...ids}
            value={filters.tag ?? ''}
            maxLength={40}
            onValue={(tag) => onFilters(filtersIn({ ...filters, tag }))}
          />
        )}
      </Field>
      <Button look="quiet" onClick={() => onFilters({})}>
        Clear
      </Button>
    </div>
  );
}

function ChoiceField(props: Omit<Props, 'agents'> & { readonly choice: Choice }) {
  const { filters, onFilters, choice } = props;
  const { label, sets, options } = choice;
  const isNow = ({ filter }: Choice['options'][number]) =>
    sets.every((name) => filter[name] === filters[name]);
  const set = (wanted: string) =>
    onFilters({ ...without(filters, sets), ...options.find(({ value }) => value === wanted)?.filter });
  return (
    <Field label={label}>
      {(ids) => (
        <SelectInput {...ids} value={options.find(isNow)?.value ?? ''} options={options} onValue={set} />
      )}
    </Field>
  );
}
