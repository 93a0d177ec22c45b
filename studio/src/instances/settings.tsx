import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas, take } from '../api/client.js';
import { Field } from '../ui/field.js';
import { TextInput } from '../ui/inputs.js';
import { Loaded } from '../ui/loaded.js';
import { Badge, Card } from '../ui/surfaces.js';
import { Table } from '../ui/table.js';
import { formatNumber } from '../ui/words.js';

type Section = Schemas['InstanceSettings'];
type Setting = Section['settings'][number];

/** The account's quotas and the settings that concern accounts. Read-only: the operator changes them. */
export function Settings() {
  const [wanted, setWanted] = useState('');
  const settings = useQuery({
    queryKey: ['instances', 'settings'],
    staleTime: Infinity,
    queryFn: async () => (await take(api.GET('/v1/instances/settings'))).sections,
  });
  return (
    <Card title="Settings">
      <div className="stack">
        <p className="soft">
          Quotas of this account, and limits and switches that accounts meet. The operator changes them; each
          is described in <code>docs/reference/settings.md</code>.
        </p>
        <Field label="Look for">
          {(ids) => (
            <TextInput
              {...ids}
              type="search"
              placeholder="A name or a word"
              value={wanted}
              onValue={setWanted}
            />
          )}
        </Field>
        <Loaded query={settings}>
          {(sections) =>
            sections.map((section) => <SectionView key={section.title} section={section} wanted={wanted} />)
          }
        </Loaded>
      </div>
    </Card>
  );
}

function SectionView({ section, wanted }: { readonly section: Section; readonly wanted: string }) {
  const words = wanted.trim().toLowerCase();
  const { title, settings } = section;
  const found = settings.filter(({ name, meaning }) => `${name} ${meaning}`.toLowerCase().includes(words));
  const changed = settings.filter(({ isDefault }) => !isDefault).length;
  if (found.length === 0) return null;
  return (
    <details className="item" open={words !== ''}>
      <summary>
        <span>{title}</span>
        <span className="row">
          {changed > 0 && <Badge tone="accent">{changed} set</Badge>}
          <span className="soft small">{found.length}</span>
        </span>
      </summary>
      <Table<Setting> label={title} rows={found} keyOf={({ name }) => name} columns={COLUMNS} />
    </details>
  );
}

const COLUMNS = [
  {
    name: 'Setting',
    cell: ({ name, meaning }: Setting) => (
      <span className="stack-tight">
        <code className="long-word">{name}</code>
        <span className="soft small long-word">{meaning}</span>
      </span>
    ),
  },
  {
    name: 'Value',
    width: 'clamp(6rem, 20cqi, 12rem)',
    end: true,
    cell: ({ value, isDefault }: Setting) => (
      <span className="row row-end">
        {!isDefault && <Badge tone="accent">set</Badge>}
        {typeof value === 'number' ? formatNumber(value) : value ? 'yes' : 'no'}
      </span>
    ),
  },
];
