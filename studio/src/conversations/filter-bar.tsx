import { type SubmitEvent, type ReactNode, useId, useState } from 'react';
import type { Schemas } from '../api/client.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { type Option, SelectInput, TextInput } from '../ui/inputs.js';
import { filtersIn, type ListFilters, OUTCOMES, TARGETS } from './list-filters.js';

interface Props {
  readonly filters: ListFilters;
  readonly agents: readonly Schemas['Agent'][];
  readonly onFilters: (filters: ListFilters) => void;
}

const ANY = { value: '', label: 'Any' };
const listed = (values: readonly string[]): readonly Option[] => [
  ANY,
  ...values.map((value) => ({ value, label: value })),
];

/** Choices by filter name. */
const CHOICES: readonly (readonly [keyof ListFilters, string, readonly Option[]])[] = [
  ['target', 'Environment', listed(TARGETS)],
  ['outcome', 'Outcome', listed(OUTCOMES)],
  ['errors', 'Errors', [ANY, { value: 'yes', label: 'With errors' }]],
  [
    'length',
    'Length',
    [
      ANY,
      { value: 'short', label: 'Up to 30 s' },
      { value: 'middle', label: '30 s to 3 min' },
      { value: 'long', label: '3 min and more' },
    ],
  ],
  [
    'days',
    'Time',
    [
      ANY,
      { value: '1', label: 'Last 24 hours' },
      { value: '7', label: 'Last 7 days' },
      { value: '30', label: 'Last 30 days' },
    ],
  ],
];

/** Filters of the list. Text filters apply on Enter. On phones the choices are collapsed at first. */
export function FilterBar({ filters, agents, onFilters }: Props) {
  const [search, setSearch] = useState(filters.search ?? '');
  const [caller, setCaller] = useState(filters.caller ?? '');
  const set = (change: Readonly<Record<string, string>>) => onFilters(filtersIn({ ...filters, ...change }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    set({ search: search.trim(), caller: caller.trim() });
  };
  const clear = () => {
    setSearch('');
    setCaller('');
    onFilters({});
  };
  return (
    <form className="filters" onSubmit={submit} role="search">
      <Field label="Search transcripts" className="field-search">
        {(ids) => <TextInput {...ids} type="search" value={search} onValue={setSearch} />}
      </Field>
      <Field label="Caller">
        {(ids) => <TextInput {...ids} type="search" value={caller} onValue={setCaller} />}
      </Field>
      <FoldedOnPhones action={<FindButton />}>
        <Choices filters={filters} agents={agents} onSet={set} />
      </FoldedOnPhones>
      {Object.keys(filters).length > 0 && (
        <Button look="quiet" onClick={clear}>
          Clear
        </Button>
      )}
    </form>
  );
}

const FindButton = () => (
  <Button type="submit" icon="search">
    Find
  </Button>
);

function FoldedOnPhones(props: { readonly action: ReactNode; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div id={id} className="filters-more" data-open={isOpen || undefined}>
        {props.children}
      </div>
      {props.action}
      <Button
        look="quiet"
        className="on-phone"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Fewer filters' : 'More filters'}
      </Button>
    </>
  );
}

function Choices(
  props: Omit<Props, 'onFilters'> & { readonly onSet: (change: Readonly<Record<string, string>>) => void },
) {
  const { filters, agents, onSet } = props;
  const ofAgents = [ANY, ...agents.map(({ agentId, agentName }) => ({ value: agentId, label: agentName }))];
  const all = [['agentId', 'Agent', ofAgents] as const, ...CHOICES];
  return all.map(([name, label, options]) => (
    <Choice
      key={name}
      label={label}
      value={filters[name]}
      options={options}
      onValue={(value) => onSet({ [name]: value })}
    />
  ));
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
