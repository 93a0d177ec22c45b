import { api, done } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { useNowMs } from '../ui/now.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { formatTime } from '../ui/words.js';
import { type ApiKey, keysKey, readKeys } from './keys.js';
import { NewKey } from './new-key.js';

function State({ of: { revokedAt, expiresAt } }: { readonly of: ApiKey }) {
  const nowMs = useNowMs();
  if (revokedAt !== null) return <Badge tone="danger">revoked</Badge>;
  if (expiresAt === null) return <Badge tone="good">works</Badge>;
  const isOver = Date.parse(expiresAt) < nowMs;
  return (
    <span className="row row-wrap">
      <Badge tone={isOver ? 'danger' : 'good'}>{isOver ? 'expired' : 'works'}</Badge>
      <span className="soft small">until {formatTime(expiresAt)}</span>
    </span>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { name: 'Name', cell: ({ name }) => <Short as="strong" text={name} /> },
  { name: 'Key', optional: true, width: '9rem', cell: ({ hint }) => <Short as="code" text={hint} /> },
  { name: 'Owner', optional: 'wide', cell: ({ ownerEmail }) => ownerEmail },
  {
    name: 'Scopes',
    optional: true,
    width: '5.5rem',
    cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopes.length}</span>,
  },
  {
    name: 'Last used',
    optional: true,
    width: '7rem',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Age time={lastUsedAt} />),
  },
  { name: 'State', width: 'clamp(7rem, 22cqi, 14.5rem)', cell: (key) => <State of={key} /> },
];

export function KeysPage() {
  return (
    <Page
      title="API keys"
      lead="For programs. A key can do what its scopes say, for as long as it is not revoked."
    >
      <Records<ApiKey>
        title="Keys"
        icon="key"
        empty={{ title: 'No keys yet', text: 'A program that uses the interface needs one.' }}
        queryKey={keysKey}
        read={readKeys}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        mayWrite={useAccount().can('keys:admin')}
        columns={COLUMNS}
        create={{ label: 'New key', window: (onClose) => <NewKey onClose={onClose} /> }}
        remove={{
          verb: 'Revoke',
          act: ({ id: keyId }) => done(api.DELETE('/v1/api-keys/{keyId}', { params: { path: { keyId } } })),
          text: 'Programs that use it are refused from now on. This can’t be undone.',
        }}
      />
    </Page>
  );
}
