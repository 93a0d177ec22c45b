import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useAction } from '../api/action.js';
import { api, done, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button, IconButton } from '../ui/button.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextInput } from '../ui/inputs.js';
import { FilterChoices } from './filter-choices.js';
import { filtersIn, isSameFilter, type ListFilters } from './list-filters.js';

interface Props {
  readonly filters: ListFilters;
  readonly agents: readonly Schemas['Agent'][];
  readonly onFilters: (filters: ListFilters) => void;
}

interface Chip {
  /** Of a saved one. */
  readonly id?: string;
  readonly name: string;
  readonly filter: ListFilters;
}

const CHIPS: readonly Chip[] = [
  { name: 'All', filter: {} },
  { name: 'Live', filter: { running: true } },
  { name: 'Failed', filter: { outcome: 'failed' } },
  { name: 'Not resolved', filter: { success: false } },
  { name: 'Handed over', filter: { endReason: 'transferred' } },
];

const savedKey = ['saved-filters'] as const;
const changes = [savedKey];

const readSaved = async (): Promise<readonly Chip[]> =>
  (await take(api.GET('/v1/saved-filters'))).savedFilters.map(({ filter, ...rest }) => ({
    ...rest,
    filter: filtersIn(filter),
  }));

/** A number as people write it, with at least five digits or signs. */
const NUMBER = /^\+?[\d\s()/.-]{5,}$/;

/** Search, filters to press, and all others folded below them. */
export function FilterBar({ filters, agents, onFilters }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { can } = useAccount();
  const saved = useQuery({ queryKey: savedKey, queryFn: readSaved }).data ?? [];
  const chips = [...CHIPS, ...saved];
  const pressed = chips.find(({ filter }) => isSameFilter(filter, filters));
  return (
    <>
      <SearchBox key={`${filters.search} ${filters.caller}`} filters={filters} onFilters={onFilters} />
      <div className="filter-chips" role="group" aria-label="Show">
        {chips.map((chip) => (
          <button
            key={chip.id ?? chip.name}
            type="button"
            className="filter-chip"
            aria-pressed={chip === pressed}
            onClick={() => onFilters(chip.filter)}
          >
            {chip.name}
          </button>
        ))}
        <button type="button" className="filter-chip" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer filters' : 'More filters'}
        </button>
        {can('conversations:write') && !pressed && (
          <button type="button" className="filter-chip" onClick={() => setSaving(true)}>
            Save filter
          </button>
        )}
        {can('conversations:write') && pressed?.id !== undefined && (
          <DeleteSaved id={pressed.id} name={pressed.name} />
        )}
      </div>
      {isOpen && <FilterChoices filters={filters} agents={agents} onFilters={onFilters} />}
      {isSaving && <SaveFilter filter={filters} onClose={() => setSaving(false)} />}
    </>
  );
}

/** Words of the transcript, or a phone number. */
function SearchBox({ filters, onFilters }: Omit<Props, 'agents'>) {
  const [text, setText] = useState(filters.caller ?? filters.search ?? '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { search: _search, caller: _caller, ...rest } = filters;
    const words = text.trim();
    onFilters(filtersIn({ ...rest, [NUMBER.test(words) ? 'caller' : 'search']: words }));
  };
  return (
    <form className="search-box" role="search" onSubmit={submit}>
      <TextInput
        type="search"
        aria-label="Search conversations"
        placeholder="Search words or a number"
        // The API searches for three characters at least.
        minLength={3}
        value={text}
        onValue={setText}
      />
      <IconButton type="submit" icon="search" label="Find" />
    </form>
  );
}

function DeleteSaved({ id, name }: { readonly id: string; readonly name: string }) {
  const params = { path: { filterId: id } };
  const remove = useAction(() => done(api.DELETE('/v1/saved-filters/{filterId}', { params })), {
    changes,
    said: `Deleted the filter ${name}.`,
  });
  return (
    <Button small look="quiet" icon="trash" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
      Delete filter
    </Button>
  );
}

function SaveFilter({ filter, onClose }: { readonly filter: ListFilters; readonly onClose: () => void }) {
  const save = useAction(
    ({ name }: { readonly name: string }) => take(api.POST('/v1/saved-filters', { body: { name, filter } })),
    { changes, said: 'Saved the filter.', quiet: true },
  );
  return (
    <FormDialog
      title="Save this filter"
      lead="All people of the account see it."
      action="Save"
      initial={{ name: '' }}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, placeholder: 'Failed this week' },
      ]}
      onSubmit={(values) => save.mutateAsync(values)}
      onClose={onClose}
    />
  );
}
