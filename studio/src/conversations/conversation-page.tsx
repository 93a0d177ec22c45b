import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { agentsQuery } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import { markWatched } from '../home/watched.js';
import { Supervise } from '../live/supervise.js';
import { Icon } from '../ui/icon.js';
import { Loaded } from '../ui/loaded.js';
import { useTitle } from '../ui/page.js';
import { formatTime } from '../ui/words.js';
import { Ending } from './about-call.js';
import { CallActions } from './call-actions.js';
import { CallFacts } from './call-facts.js';
import { iconOfCall, nameOfCaller } from './caller-name.js';
import { Claims } from './claims.js';
import { usePageKeys } from './page-keys.js';
import { Player, type PlayerHandle } from './player.js';
import { type ConversationDetail, conversationQuery } from './queries.js';
import { Turns } from './turns.js';

/** One call beside the list: its recording in step with its transcript, how it ended, and what it cost. */
export function ConversationPage(): ReactNode {
  const { conversationId } = useParams({ from: '/conversations/$conversationId' });
  const conversation = useQuery(conversationQuery(conversationId));
  const target = conversation.data?.target;
  useEffect(() => {
    if (target !== undefined && target !== 'draft') markWatched();
  }, [target]);
  return (
    <section className="inbox-call" aria-label="Open conversation">
      <Loaded query={conversation} lines={8}>
        {(data) => <Call key={data.id} conversation={data} />}
      </Loaded>
    </section>
  );
}

function Call({ conversation }: { readonly conversation: ConversationDetail }) {
  const { can } = useAccount();
  const player = useRef<PlayerHandle>(null);
  const [nowMs, setNowMs] = useState<number>();
  const { id, audio, turns, events, endedAt, mode } = conversation;
  const startedAtMs = Date.parse(conversation.connectedAt ?? conversation.startedAt);
  const isLive = endedAt === null && mode !== 'text';
  usePageKeys({ ' ': () => player.current?.toggle() });
  return (
    <>
      <Head conversation={conversation} />
      {audio && (
        <div className="card card-body inbox-player">
          <Player ref={player} conversationId={id} onTime={setNowMs} />
        </div>
      )}
      <div className="inbox-columns">
        <div className="inbox-said stack">
          {isLive && can('calls:supervise') && <Supervise conversationId={id} />}
          <h3 className="visually-hidden">Transcript</h3>
          <Turns
            turns={turns}
            events={events}
            startedAtMs={startedAtMs}
            nowMs={nowMs}
            onSeek={audio ? (ms) => player.current?.seek(ms) : undefined}
          />
          <Claims conversation={conversation} />
        </div>
        <CallFacts conversation={conversation} />
      </div>
    </>
  );
}

function Head({ conversation }: { readonly conversation: ConversationDetail }) {
  const { accountId } = useAccount();
  const filters = useSearch({ from: '/conversations' });
  const agents = useQuery(agentsQuery(accountId));
  const { agentId, startedAt, callee } = conversation;
  const agent = agents.data?.find((one) => one.agentId === agentId);
  const name = nameOfCaller(conversation);
  useTitle(`${name} · Conversations`);
  return (
    <header className="inbox-call-head">
      <Link to="/conversations" search={filters} className="inbox-back" aria-label="Back to the list">
        <Icon name="back" />
      </Link>
      <div className="grow">
        <div className="row row-wrap">
          <h2>{name}</h2>
          <Ending call={conversation} />
        </div>
        <p className="small soft row row-wrap">
          <Icon name={iconOfCall(conversation)} />
          <time dateTime={startedAt}>{formatTime(startedAt)}</time>
          <Link to="/agents/$agentId" params={{ agentId }}>
            {agent?.agentName ?? agentId}
          </Link>
          {callee !== null && <span>{callee}</span>}
        </p>
      </div>
      <CallActions conversation={conversation} />
    </header>
  );
}
