import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useNowMs } from '../ui/now.js';
import { Badge } from '../ui/surfaces.js';
import { formatAge } from '../ui/words.js';
import { allActiveQuery, ENVIRONMENTS } from './queries.js';

/** The environments in which an agent is deployed, and since when. */
export function ActiveBadges({ agentId }: { readonly agentId: string }) {
  const { data } = useQuery(allActiveQuery);
  const nowMs = useNowMs();
  if (!data) return null;
  const since = data.get(agentId)?.since;
  if (!since) return <span className="soft">not published</span>;
  return (
    <span className="row row-wrap">
      {ENVIRONMENTS.map((environment) => {
        const time = since[environment];
        if (time === undefined) return null;
        return (
          <Badge key={environment} tone={environment === 'live' ? 'good' : 'plain'}>
            {environment}
            <span className="not-when-narrow"> · {formatAge(time, nowMs)}</span>
          </Badge>
        );
      })}
    </span>
  );
}

/** Links to the unpublished changes of the draft. */
export function ToPublish({ agentId }: { readonly agentId: string }) {
  const { data } = useQuery(allActiveQuery);
  if (!data?.get(agentId)?.hasChanges) return null;
  return (
    <Link
      to="/agents/$agentId/ship"
      params={{ agentId }}
      title="The draft has changed since it was published"
    >
      <Badge tone="warn">to publish</Badge>
    </Link>
  );
}
