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
const TARGETS = ['live', 'pre-release', 'sandbox', 'draft'] as const;
const OUTCOMES = ['completed', 'failed', 'not-connected'] as const;
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
  const set = (name: keyof Filters, value: string | undefined) =>
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
    set('from', days === '' ? undefined : new Date(Date.now() - Number(days) * DAY_MS).toISOString());
  };
  const select = (label: string, value: string, options: readonly Option[], onValue: (v: string) => void) => (
    <Field label={label}>
      {(ids) => <SelectInput {...ids} value={value} options={options} onValue={onValue} />}
    </Field>
  );
  const listed = (values: readonly string[]) => [ANY, ...values.map((value) => ({ value, label: value }))];
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
      {select('Agent', filters.agentId ?? '', ofAgents, (value) => set('agentId', value))}
      {select('Environment', filters.target ?? '', listed(TARGETS), (value) => set('target', value))}
      {select('Outcome', filters.outcome ?? '', listed(OUTCOMES), (value) => set('outcome', value))}
      {select('Time', period, PERIODS, choosePeriod)}
      <Button type="submit" icon="search">
        Find
      </Button>
    </form>
  );
}
