import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { activityQuery, allActiveQuery } from '../agents/queries.js';
import type { Schemas } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { nameOfCaller } from '../conversations/caller-name.js';
import { type Conversation, runningQuery } from '../conversations/queries.js';
import { Orb } from '../talk/orb.js';
import { useNowMs } from '../ui/now.js';
import { Badge } from '../ui/surfaces.js';
import { countOf, formatDuration } from '../ui/words.js';

type Agent = Schemas['Agent'];

const LOOK_MS = 5_000;
/** Calls shown here; the others are under Live. */
const SHOWN = 3;

/** Live agents and running calls. */
export function NowCard({ agents, main }: { readonly agents: readonly Agent[]; readonly main: Agent }) {
  const { can } = useAccount();
  const { data: active } = useQuery(allActiveQuery);
  const { data: calls = [] } = useQuery({
    ...runningQuery,
    refetchInterval: LOOK_MS,
    enabled: can('conversations:read'),
  });
  const live = agents.filter(({ agentId }) => active?.get(agentId)?.since.live !== undefined);
  return (
    <section className="card now" aria-label="Now">
      <Orb mood={moodOf(calls.length, live.length)} context={undefined} own={undefined} agent={undefined} />
      <div className="stack-tight">
        <div className="row">
          {live.length > 0 ? <Badge tone="good">Answering</Badge> : <Badge>Not live yet</Badge>}
        </div>
        <h2>{headingOf(live, main, calls.length)}</h2>
        <p className="soft">{active && <Today isLive={live.length > 0} main={main} />}</p>
      </div>
      {calls.length > 0 && <OnTheLine calls={calls} />}
    </section>
  );
}

const moodOf = (calls: number, live: number) => (calls > 0 ? 'speaking' : live > 0 ? 'idle' : 'off');

function headingOf(live: readonly Agent[], main: Agent, calls: number): string {
  const who = live.length > 1 ? 'Your agents' : (live[0] ?? main).agentName;
  const are = live.length > 1 ? 'are' : 'is';
  if (calls > 0) return `${who} ${are} on ${countOf(calls, 'call')}`;
  return live.length > 0 ? `${who} ${are} ready for the next call` : `${who} does not answer callers yet`;
}

function Today({ isLive, main: { agentId } }: { readonly isLive: boolean; readonly main: Agent }) {
  const { can } = useAccount();
  const { data } = useQuery({ ...activityQuery, enabled: can('conversations:read') });
  if (!isLive)
    return (
      <>
        Only you can call it.{' '}
        <Link to="/agents/$agentId/ship" params={{ agentId }}>
          Publish it to live
        </Link>
        , and callers reach it.
      </>
    );
  const calls = data?.agents.reduce((sum, agent) => sum + agent.calls, 0) ?? 0;
  const errors = data?.agents.reduce((sum, agent) => sum + agent.errors, 0) ?? 0;
  if (calls === 0) return <>No calls yet today.</>;
  const trouble = errors === 0 ? 'without trouble' : `${errors} with trouble`;
  return <>{`${countOf(calls, 'call')} today, ${trouble}.`}</>;
}

function OnTheLine({ calls }: { readonly calls: readonly Conversation[] }) {
  const nowMs = useNowMs();
  return (
    <ul className="now-line" aria-label="On the line now">
      {calls.slice(0, SHOWN).map((call) => (
        <li key={call.id}>
          <strong className="truncate">{nameOfCaller(call)}</strong>
          <span className="small soft numeric">
            {formatDuration(Math.max(0, nowMs - Date.parse(call.startedAt)))}
          </span>
          <Link to="/live" className="button button-plain button-small">
            Read along
          </Link>
        </li>
      ))}
      {calls.length > SHOWN && (
        <li>
          <Link to="/live">{calls.length - SHOWN} more</Link>
        </li>
      )}
    </ul>
  );
}
