import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { agentsQuery } from '../agents/queries.js';
import type { Schemas } from '../api/client.js';
import { usePages } from '../api/pages.js';
import { useAccount } from '../app/account.js';
import { Loaded } from '../ui/loaded.js';
import { MoreAhead } from '../ui/more.js';
import { useTitle } from '../ui/page.js';
import { Empty } from '../ui/surfaces.js';
import { CallList } from './call-list.js';
import { FilterBar } from './filter-bar.js';
import { InboxActions } from './inbox-actions.js';
import type { ListFilters } from './list-filters.js';
import { usePageKeys } from './page-keys.js';
import { type Conversation, conversationsKey, readConversations } from './queries.js';

/** Refetch interval of the list, in milliseconds, so that new calls appear. */
const REFRESH_MS = 10_000;

/** All calls and chats as an inbox, with the open one beside the list; in place of it on small screens. */
export function ConversationsPage() {
  const filters = useSearch({ from: '/conversations' });
  const { conversationId } = useParams({ strict: false });
  useTitle('Conversations');
  return (
    <div className="inbox" data-open={conversationId !== undefined || undefined}>
      <h1 className="visually-hidden">Conversations</h1>
      <InboxList filters={filters} openId={conversationId} />
      <Outlet />
    </div>
  );
}

interface ListProps {
  readonly filters: ListFilters;
  readonly openId: string | undefined;
}

function InboxList({ filters, openId }: ListProps) {
  const { agents, nameOf } = useAgentNames();
  const navigate = useNavigate();
  const pages = usePages(
    [...conversationsKey, 'list', filters],
    (cursor) => readConversations(filters, cursor),
    { refetchMs: REFRESH_MS },
  );
  useStepKeys(pages.data ?? [], openId, filters);
  const setFilters = (search: ListFilters) => void navigate({ to: '.', search, replace: true });
  return (
    <section className="inbox-list" aria-label="List of conversations">
      <header className="inbox-head">
        <div className="row row-between">
          <p className="inbox-title" aria-hidden="true">
            Conversations
          </p>
          <InboxActions filters={filters} />
        </div>
        <FilterBar filters={filters} agents={agents} onFilters={setFilters} />
      </header>
      <div className="inbox-calls" data-scrolls>
        <Loaded query={pages}>
          {(rows) =>
            rows.length === 0 ? (
              <NoCalls isFiltered={Object.keys(filters).length > 0} />
            ) : (
              <CallList rows={rows} filters={filters} nameOf={nameOf} />
            )
          }
        </Loaded>
        <MoreAhead more={pages.more} busy={pages.isReadingMore} error={pages.moreError} />
      </div>
    </section>
  );
}

function useAgentNames() {
  const { accountId } = useAccount();
  const { data: agents = NO_AGENTS, isFetching } = useQuery(agentsQuery(accountId));
  const names = useMemo(() => new Map(agents.map((one) => [one.agentId, one.agentName])), [agents]);
  const nameOf = useCallback(
    (agentId: string) => names.get(agentId) ?? (isFetching ? '' : agentId),
    [names, isFetching],
  );
  return { agents, nameOf };
}

const NO_AGENTS: readonly Schemas['Agent'][] = [];

const NoCalls = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <Empty icon="chat" title="No conversations">
    {isFiltered
      ? 'Nothing fits these filters.'
      : 'Call an agent, and the conversation is here as soon as it begins.'}
  </Empty>
);

/** `j` opens the next conversation of the list, `k` the one before. */
function useStepKeys(rows: readonly Conversation[], openId: string | undefined, filters: ListFilters): void {
  const navigate = useNavigate();
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === openId);
    const next = rows[openId === undefined || at < 0 ? 0 : at + by];
    if (!next) return;
    const params = { conversationId: next.id };
    void navigate({ to: '/conversations/$conversationId', params, search: filters, replace: true });
    document.querySelector(`.inbox-list a[href*="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  usePageKeys({ j: () => step(1), k: () => step(-1) });
}

/** Beside the list while no conversation is open. */
export const NothingOpen = () => (
  <section className="inbox-call inbox-none" aria-label="Open conversation">
    <Empty icon="chat" title="Choose a conversation">
      What was said, its recording and its cost are shown here. <kbd>j</kbd> and <kbd>k</kbd> go through the
      list, the space bar plays.
    </Empty>
  </section>
);
