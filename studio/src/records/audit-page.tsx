import { api, type Schemas, take } from '../api/client.js';
import { Age } from '../ui/age.js';
import { Breakable } from '../ui/breakable.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import type { Column } from '../ui/table.js';

type Entry = Schemas['AuditEntry'];

const COLUMNS: readonly Column<Entry>[] = [
  {
    name: 'What',
    width: '11.5rem',
    cell: ({ action }) => (
      <code className="long-word">
        <Breakable text={action} />
      </code>
    ),
  },
  {
    name: 'Of',
    optional: true,
    width: '14rem',
    cell: ({ resourceId }) => (
      <code className="soft truncate one-line" title={resourceId}>
        {resourceId}
      </code>
    ),
  },
  {
    name: 'Who',
    width: '13rem',
    cell: ({ actorEmail }) => (
      <span className="long-word">
        <Breakable text={actorEmail} />
      </span>
    ),
  },
  { name: 'When', width: '7rem', cell: ({ createdAt }) => <Age time={createdAt} /> },
  {
    name: 'Details',
    optional: true,
    cell: ({ details }) =>
      details == null ? '–' : <code className="soft small details">{JSON.stringify(details)}</code>,
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
