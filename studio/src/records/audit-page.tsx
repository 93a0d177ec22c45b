import { api, type Schemas, take } from '../api/client.js';
import { Age } from '../ui/age.js';
import { Breakable } from '../ui/breakable.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import type { Column } from '../ui/table.js';

type Entry = Schemas['AuditEntry'];

const COLUMNS: readonly Column<Entry>[] = [
  {
    name: 'What',
    width: 'clamp(8rem, 25cqi, 11.5rem)',
    cell: ({ action }) => (
      <code className="long-word">
        <Breakable text={action} />
      </code>
    ),
  },
  {
    name: 'Of',
    optional: 'wide',
    width: '14rem',
    cell: ({ resourceId }) => <Short as="code" soft text={resourceId} />,
  },
  {
    name: 'Who',
    width: 'clamp(7.5rem, 25cqi, 13rem)',
    cell: ({ actorEmail }) => actorEmail,
  },
  { name: 'When', width: '6.75rem', cell: ({ createdAt }) => <Age time={createdAt} /> },
  {
    name: 'Details',
    optional: true,
    cell: ({ details }) => (details == null ? '–' : <Short as="code" soft text={JSON.stringify(details)} />),
  },
];

export function AuditPage() {
  return (
    <Page title="Audit log" lead="Who changed what, and when. Nothing here can be changed.">
      <Records<Entry>
        title="Changes"
        icon="scroll"
        empty={{ title: 'Nothing yet', text: 'Each change of the account is written down here.' }}
        queryKey={['audit']}
        read={async (cursor) => {
          const query = { ...(cursor !== undefined && { cursor }) };
          const { entries, nextCursor } = await take(api.GET('/v1/audit-log', { params: { query } }));
          return { rows: entries, next: nextCursor };
        }}
        keyOf={({ id }) => id}
        nameOf={({ action }) => action}
        mayWrite={false}
        columns={COLUMNS}
      />
    </Page>
  );
}
