import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../agents/queries.js';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import type { Column } from '../ui/table.js';
import { auditDetails, auditSentence } from './audit-sentence.js';

type Entry = Schemas['AuditEntry'];

const columns = (sentenceOf: (entry: Entry) => string): readonly Column<Entry>[] => [
  { name: 'What', cell: (entry) => <span className="long-word">{sentenceOf(entry)}</span> },
  {
    name: 'Details',
    optional: 'wide',
    width: '18rem',
    cell: (entry) => <Short soft text={auditDetails(entry) || '–'} />,
  },
  {
    name: 'Who',
    optional: true,
    width: 'clamp(7.5rem, 25cqi, 13rem)',
    cell: ({ actorEmail }) => actorEmail,
  },
  { name: 'When', width: '6.75rem', cell: ({ createdAt }) => <Age time={createdAt} /> },
];

export function AuditPage() {
  const { accountId } = useAccount();
  const { data: agents = [] } = useQuery(agentsQuery(accountId));
  const sentenceOf = (entry: Entry) =>
    auditSentence(entry, agents.find(({ agentId }) => agentId === entry.agentId)?.agentName);
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
        nameOf={sentenceOf}
        mayWrite={false}
        columns={columns(sentenceOf)}
      />
    </Page>
  );
}
