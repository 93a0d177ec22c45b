import { useQuery } from '@tanstack/react-query';
import { Badge } from '../ui/surfaces.js';
import { formatAge } from '../ui/words.js';
import { activeQuery, ENVIRONMENTS } from './queries.js';

/** In which environments an agent is, and since when. */
export function ActiveBadges({ agentId }: { readonly agentId: string }) {
  const { data } = useQuery(activeQuery(agentId));
  if (!data) return null;
  const live = ENVIRONMENTS.filter((environment) => data[environment]);
  if (live.length === 0) return <span className="soft">not published</span>;
  return (
    <span className="row row-wrap">
      {live.map((environment) => (
        <Badge key={environment} tone={environment === 'live' ? 'good' : 'plain'}>
          {environment}
          <span className="not-on-phone"> · {formatAge(data[environment]?.createdAt ?? '', Date.now())}</span>
        </Badge>
      ))}
    </span>
  );
}
