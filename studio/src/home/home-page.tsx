import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { activityQuery, agentsQuery, allActiveQuery } from '../agents/queries.js';
import type { Schemas } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Loaded } from '../ui/loaded.js';
import { useNowMs } from '../ui/now.js';
import { Page } from '../ui/page.js';
import { Card, Empty } from '../ui/surfaces.js';
import { countOf } from '../ui/words.js';
import { Checklist } from './checklist.js';
import { LatestCalls } from './latest-calls.js';
import { NowCard } from './now-card.js';
import { WentWrong } from './went-wrong.js';

type Agent = Schemas['Agent'];

const NewAgentDialog = lazy(async () => ({
  default: (await import('../agents/new-agent-dialog.js')).NewAgentDialog,
}));

/** The first page: what runs now, what went wrong today, what to do next, and the last calls. */
export function HomePage(): ReactNode {
  const { accountId, name, can } = useAccount();
  const agents = useQuery(agentsQuery(accountId));
  const main = useMainAgent(agents.data ?? []);
  return (
    <Page
      title="Home"
      heading={[greetingAt(new Date(useNowMs()).getHours()), name].filter(Boolean).join(', ')}
      lead={can('conversations:read') && <CallsToday />}
      actions={
        main &&
        can('agents:write') && (
          <Link to="/agents/$agentId/talk" params={{ agentId: main.agentId }} className="button button-plain">
            <Icon name="mic" /> Talk to your agent
          </Link>
        )
      }
    >
      <Loaded query={agents}>
        {(rows) => (main ? <Overview agents={rows} main={main} /> : <NoAgent />)}
      </Loaded>
    </Page>
  );
}

const greetingAt = (hour: number): string =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

/** The agent that this page speaks of: the one with most calls today, then a live one, then the last one changed. */
function useMainAgent(agents: readonly Agent[]): Agent | undefined {
  const { can } = useAccount();
  const { data: activity } = useQuery({ ...activityQuery, enabled: can('conversations:read') });
  const { data: active } = useQuery(allActiveQuery);
  const rankOf = ({ agentId }: Agent) =>
    (activity?.agents.find((one) => one.agentId === agentId)?.calls ?? 0) +
    (active?.get(agentId)?.since.live === undefined ? 0 : 0.5);
  return agents.toSorted((a, b) => rankOf(b) - rankOf(a) || b.updatedAt.localeCompare(a.updatedAt))[0];
}

function CallsToday() {
  const { data } = useQuery(activityQuery);
  if (!data) return <>Looking at today’s calls…</>;
  const calls = data.agents.reduce((sum, agent) => sum + agent.calls, 0);
  return <>{calls === 0 ? 'No calls yet today.' : `${countOf(calls, 'call')} today.`}</>;
}

function Overview({ agents, main }: { readonly agents: readonly Agent[]; readonly main: Agent }) {
  const { can } = useAccount();
  const mayRead = can('conversations:read');
  return (
    <>
      <NowCard agents={agents} main={main} />
      <div className="home-columns">
        {mayRead && <WentWrong agents={agents} />}
        <Checklist agent={main} />
      </div>
      {mayRead && <LatestCalls agents={agents} />}
    </>
  );
}

function NoAgent() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <Empty
        icon="agent"
        title="No agent yet"
        actions={
          <Button look="primary" onClick={() => setOpen(true)}>
            Make your first agent
          </Button>
        }
      >
        An agent answers your calls. Begin with a template, and talk to it a minute later.
      </Empty>
      {isOpen && (
        <Suspense>
          <NewAgentDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
