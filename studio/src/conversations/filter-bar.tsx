import { type FormEvent, useState } from 'react';
import type { Schemas } from '../api/client.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { type Option, SelectInput, TextInput } from '../ui/inputs.js';
import type { Filters } from './queries.js';

interface Props {
  readonly filters: Filters;
  readonly agents: readonly Schemas['Agent'][];
  readonly onFilters: (filters: Filters) => void;
}

const ANY = { value: '', label: 'Any' };
const listed = (values: readonly string[]): readonly Option[] => [
  ANY,
  ...values.map((value) => ({ value, label: value })),
];
const TARGETS = listed(['live', 'pre-release', 'sandbox', 'draft']);
const OUTCOMES = listed(['completed', 'failed', 'not-connected']);
const PERIODS: readonly Option[] = [
  ANY,
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
];
const DAY_MS = 86_400_000;

const without = ({ ...filters }: Filters, name: keyof Filters): Filters => {
  delete filters[name];
  return filters;
};

/** Narrows the list down. What is typed holds with Enter. */
export function FilterBar({ filters, agents, onFilters }: Props) {
  const [search, setSearch] = useState('');
  const [caller, setCaller] = useState('');
  const [period, setPeriod] = useState('');
  const set = (name: keyof Filters) => (value: string) =>
    onFilters(value ? { ...filters, [name]: value } : without(filters, name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const rest = without(without(filters, 'search'), 'caller');
    onFilters({
      ...rest,
      ...(search.trim() !== '' && { search: search.trim() }),
      ...(caller.trim() !== '' && { caller: caller.trim() }),
    });
  };
  const choosePeriod = (days: string) => {
    setPeriod(days);
    set('from')(days === '' ? '' : new Date(Date.now() - Number(days) * DAY_MS).toISOString());
  };
  const ofAgents = [ANY, ...agents.map(({ agentId, agentName }) => ({ value: agentId, label: agentName }))];
  return (
    <form className="filters" onSubmit={submit} role="search">
      <Field label="Said" className="field-search">
        {(ids) => (
          <TextInput {...ids} type="search" placeholder="Words of it" value={search} onValue={setSearch} />
        )}
      </Field>
      <Field label="Caller">
        {(ids) => <TextInput {...ids} type="search" value={caller} onValue={setCaller} />}
      </Field>
      <Choice label="Agent" value={filters.agentId} options={ofAgents} onValue={set('agentId')} />
      <Choice label="Environment" value={filters.target} options={TARGETS} onValue={set('target')} />
      <Choice label="Outcome" value={filters.outcome} options={OUTCOMES} onValue={set('outcome')} />
      <Choice label="Time" value={period} options={PERIODS} onValue={choosePeriod} />
      <Button type="submit" icon="search">
        Find
      </Button>
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  readonly onValue: (value: string) => void;
}

const Choice = ({ label, value = '', options, onValue }: ChoiceProps) => (
  <Field label={label}>
    {(ids) => <SelectInput {...ids} value={value} options={options} onValue={onValue} />}
  </Field>
);
