import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { aboutOf, Ending } from '../conversations/about-call.js';
import { iconOfCall, nameOfCaller } from '../conversations/caller-name.js';
import type { Conversation } from '../conversations/queries.js';
import { Waveform } from '../conversations/waveform.js';
import { Age } from '../ui/age.js';
import { Icon } from '../ui/icon.js';
import { Loaded } from '../ui/loaded.js';
import { Badge, Card, Empty } from '../ui/surfaces.js';
import { countOf, formatDuration } from '../ui/words.js';
import { latestQuery } from './queries.js';

interface Props {
  readonly agents: readonly Schemas['Agent'][];
}

/** The last calls as cards. */
export function LatestCalls({ agents }: Props) {
  const latest = useQuery(latestQuery);
  const nameOf = (id: string) => agents.find(({ agentId }) => agentId === id)?.agentName ?? 'an agent';
  return (
    <section className="stack" aria-label="Latest calls">
      <div className="row row-between">
        <h2>Latest calls</h2>
        <Link to="/conversations" className="small">
          All conversations
        </Link>
      </div>
      <Loaded query={latest}>
        {(rows) =>
          rows.length === 0 ? (
            <Card>
              <Empty icon="phone" title="No calls yet. Be the first.">
                Call your agent and ask what your callers ask. The call is here as soon as it begins.
              </Empty>
            </Card>
          ) : (
            <ul className="call-cards">
              {rows.map((call) => (
                <li key={call.id}>
                  <CallCard call={call} agentName={nameOf(call.agentId)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function CallCard({ call, agentName }: { readonly call: Conversation; readonly agentName: string }) {
  const { id, startedAt, durationMs, target, rating, waveform } = call;
  return (
    <Link to="/conversations/$conversationId" params={{ conversationId: id }} className="card call-card">
      <span className="row row-between small">
        <strong className="truncate">{nameOfCaller(call)}</strong>
        <span className="row soft nowrap">
          <Icon name={iconOfCall(call)} /> <Age time={startedAt} />
        </span>
      </span>
      <span className="call-about">{aboutOf(call, agentName)}</span>
      {waveform && <Waveform waveform={waveform} />}
      <span className="row row-wrap">
        <Ending call={call} />
        {target !== 'live' && <Badge>{target === 'draft' ? 'Test of the draft' : target}</Badge>}
        {rating !== null && <Badge>{countOf(rating, 'star')}</Badge>}
        <span className="push small soft numeric">
          {durationMs === null ? '' : formatDuration(durationMs)}
        </span>
      </span>
    </Link>
  );
}
