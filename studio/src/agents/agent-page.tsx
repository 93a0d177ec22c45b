import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
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
      <nav className="tabs-list" aria-label="Parts of the agent">
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
