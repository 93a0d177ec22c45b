import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAccount } from '../app/account.js';
import { Badge } from '../ui/surfaces.js';
import { activityQuery } from './queries.js';

/** One request for all agents of the list. */
function useActivity(agentId: string) {
  const { can } = useAccount();
  const { data } = useQuery({ ...activityQuery, enabled: can('conversations:read') });
  if (!data) return undefined;
  return data.agents.find((agent) => agent.agentId === agentId) ?? { callsNow: 0, errors: 0 };
}

/** Number of the agent's running calls. */
export function CallsNow({ agentId }: { readonly agentId: string }) {
  const activity = useActivity(agentId);
  if (!activity) return null;
  const { callsNow } = activity;
  if (callsNow === 0) return <span className="soft">–</span>;
  return (
    <Link to="/live">
      <Badge tone="accent">
        {callsNow} {callsNow === 1 ? 'call' : 'calls'}
      </Badge>
    </Link>
  );
}

/** Number of today's conversations with errors, with a link to them. */
export function ErrorsToday({ agentId }: { readonly agentId: string }) {
  const activity = useActivity(agentId);
  if (!activity) return null;
  if (activity.errors === 0) return <span className="soft">0</span>;
  return (
    <Link to="/conversations" search={{ agentId, withErrors: true, days: 1 }}>
      <Badge tone="danger">{activity.errors}</Badge>
    </Link>
  );
}
