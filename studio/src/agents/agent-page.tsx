import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { Loaded, Skeleton } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { AGENT_TABS } from './agent-tabs.js';
import { agentQuery } from './queries.js';

/** One agent: its name and its tabs. */
export function AgentPage() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  const agent = useQuery(agentQuery(agentId));
  const name = agent.data?.agentName ?? '';
  return (
    <Page
      wide
      title={name || 'Agent'}
      above={
        <Link to="/agents" className="crumb">
          Agents /
        </Link>
      }
    >
      <Tabs agentId={agentId} />
      <Loaded query={agent}>
        {() => (
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        )}
      </Loaded>
    </Page>
  );
}

function Tabs({ agentId }: { readonly agentId: string }) {
  const tabs = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // On a phone they are wider than the page.
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    if (current) tabs.current?.scrollTo({ left: current.offsetLeft - current.offsetWidth });
  }, [path]);
  return (
    <nav ref={tabs} className="tabs-list" aria-label="Parts of the agent">
      {AGENT_TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ agentId }}
          className="tab"
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
