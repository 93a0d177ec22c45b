import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { agentsQuery } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { usePages } from '../api/pages.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Menu } from '../ui/menu.js';
import { MoreAhead } from '../ui/more.js';
import { Page } from '../ui/page.js';
import { Short } from '../ui/short.js';
import { Card, Empty } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { formatDuration } from '../ui/words.js';
import { EraseCaller } from './erase-caller.js';
import { FilterBar } from './filter-bar.js';
import { type ListFilters, queryOf } from './list-filters.js';
import { Outcome } from './outcome.js';
import { type Conversation, conversationsKey, exportConversations, readConversations } from './queries.js';

/** Refetch interval of the list, in milliseconds, so that new calls appear. */
const REFRESH_MS = 10_000;

export function ConversationsPage() {
  const { accountId } = useAccount();
  const filters = useSearch({ from: '/conversations' });
  const navigate = useNavigate();
  const setFilters = (search: ListFilters) => void navigate({ to: '/conversations', search, replace: true });
  const agents = useQuery(agentsQuery(accountId));
  const names = new Map((agents.data ?? []).map(({ agentId, agentName }) => [agentId, agentName]));
  const nameOf = (agentId: string) => names.get(agentId) ?? (agents.isFetching ? '' : agentId);
  const pages = usePages(
    [...conversationsKey, 'list', filters],
    (cursor) => readConversations(queryOf(filters, Date.now()), cursor),
    { refetchMs: REFRESH_MS },
  );
  return (
    <Page
      title="Conversations"
      lead="Every call and chat, newest first, with what was said and where the time went."
      actions={<Actions filters={filters} />}
    >
      <FilterBar filters={filters} agents={agents.data ?? []} onFilters={setFilters} />
      <Card flush>
        <Loaded query={pages}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty icon="chat" title="No conversations">
                {Object.keys(filters).length > 0
                  ? 'Nothing fits these filters.'
                  : 'Call an agent, and the conversation is here as soon as it begins.'}
              </Empty>
            ) : (
              <Table label="Conversations" columns={columnsOf(nameOf)} rows={rows} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
        <MoreAhead more={pages.more} busy={pages.isReadingMore} error={pages.moreError} />
      </Card>
    </Page>
  );
}

const columnsOf = (nameOf: (agentId: string) => string): readonly Column<Conversation>[] => [
  {
    name: 'Began',
    width: 'clamp(7.25rem, 16cqi, 9rem)',
    cell: ({ id, startedAt }) => (
      <Link to="/conversations/$conversationId" params={{ conversationId: id }} className="cell-title">
        <Age time={startedAt} />
      </Link>
    ),
  },
  { name: 'Agent', cell: ({ agentId }) => nameOf(agentId) },
  { name: 'Environment', optional: true, width: '11rem', cell: ({ target, mode }) => `${target}, ${mode}` },
  {
    name: 'Caller',
    optional: 'wide',
    width: '10rem',
    cell: ({ caller }) => <Caller caller={caller} />,
  },
  {
    name: 'Outcome',
    width: 'clamp(8.5rem, 16cqi, 9rem)',
    cell: (conversation) => <Outcome conversation={conversation} />,
  },
  {
    name: 'Errors',
    optional: 'wide',
    width: '5rem',
    end: true,
    cell: ({ apiErrors, functionErrors }) => apiErrors + functionErrors || <span className="soft">0</span>,
  },
  {
    name: 'Length',
    optional: true,
    width: '6rem',
    end: true,
    cell: ({ durationMs }) => (durationMs === null ? '–' : formatDuration(durationMs)),
  },
];

const Caller = ({ caller }: Pick<Conversation, 'caller'>) =>
  caller === null ? <span className="soft">–</span> : <Short text={caller} />;

function Actions({ filters }: { readonly filters: ListFilters }) {
  const { can } = useAccount();
  const [isErasing, setErasing] = useState(false);
  return (
    <>
      {can('conversations:write') && (
        <Button icon="trash" onClick={() => setErasing(true)}>
          Erase a caller
        </Button>
      )}
      <Export filters={filters} />
      {isErasing && <EraseCaller onClose={() => setErasing(false)} />}
    </>
  );
}

function Export({ filters }: { readonly filters: ListFilters }) {
  const act = useAction((format: 'csv' | 'ndjson') =>
    exportConversations(queryOf(filters, Date.now()), format),
  );
  return (
    <Menu
      entries={[
        { label: 'As CSV', onSelect: () => act.mutate('csv') },
        { label: 'As JSON lines', onSelect: () => act.mutate('ndjson') },
      ]}
    >
      <Button icon="down" busy={act.isPending}>
        Export
      </Button>
    </Menu>
  );
}
