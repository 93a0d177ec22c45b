import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { agentsQuery } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, done } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { HangUp } from '../live/hang-up.js';
import { markWatched } from '../home/watched.js';
import { saveAs } from '../api/save-as.js';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy.js';
import { Confirm } from '../ui/dialog.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Card, Facts } from '../ui/surfaces.js';
import { countOf, formatDuration, formatTime, shortVersion } from '../ui/words.js';
import { Claims } from './claims.js';
import { ConversationCost, STAGES } from './cost.js';
import { endedBecause } from './ended-because.js';
import { MakeTestCase } from './make-test-case.js';
import { Outcome } from './outcome.js';
import { Player, type PlayerHandle } from './player.js';
import { type ConversationDetail, conversationQuery, conversationsKey } from './queries.js';
import { Quality } from './quality.js';
import { Turns } from './turns.js';

export function ConversationPage() {
  const { conversationId } = useParams({ from: '/conversations/$conversationId' });
  const conversation = useQuery(conversationQuery(conversationId));
  const target = conversation.data?.target;
  useEffect(() => {
    if (target !== undefined && target !== 'draft') markWatched();
  }, [target]);
  return (
    <Page
      title="Conversation"
      above={
        <Link to="/conversations" className="crumb">
          Conversations /
        </Link>
      }
      actions={conversation.data && <Actions conversation={conversation.data} />}
    >
      <Loaded query={conversation} lines={8}>
        {(data) => <Detail conversation={data} />}
      </Loaded>
    </Page>
  );
}

function Actions({ conversation }: { readonly conversation: ConversationDetail }) {
  const { can } = useAccount();
  const [open, setOpen] = useState<'delete' | 'case'>();
  const { id: conversationId } = conversation;
  const close = () => setOpen(undefined);
  return (
    <>
      <CopyButton text={location.href} label="Copy link" />
      <Button small icon="down" onClick={() => saveAs(`${conversationId}.json`, written(conversation))}>
        Export
      </Button>
      {can('agents:write') && (
        <Button small icon="flask" onClick={() => setOpen('case')}>
          Make a test case
        </Button>
      )}
      {can('calls:write') && conversation.endedAt === null && conversation.mode !== 'text' && (
        <HangUp conversationId={conversationId} />
      )}
      {can('conversations:write') && (
        <Button small icon="trash" disabled={conversation.endedAt === null} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'case' && <MakeTestCase conversation={conversation} onClose={close} />}
      {open === 'delete' && <DeleteConversation conversationId={conversationId} onClose={close} />}
    </>
  );
}

/** The whole record, as returned by the API. */
const written = (conversation: ConversationDetail) =>
  new Blob([JSON.stringify(conversation, null, 2)], { type: 'application/json' });

function DeleteConversation(props: { readonly conversationId: string; readonly onClose: () => void }) {
  const { conversationId, onClose } = props;
  const navigate = useNavigate();
  const remove = useAction(
    () => done(api.DELETE('/v1/conversations/{conversationId}', { params: { path: { conversationId } } })),
    { changes: [conversationsKey], said: 'Deleted the conversation.', quiet: true },
  );
  return (
    <Confirm
      title="Delete this conversation?"
      action="Delete"
      onConfirm={async () => {
        await remove.mutateAsync(undefined);
        await navigate({ to: '/conversations' });
      }}
      onClose={onClose}
    >
      Its words and its recording go with it. This can&rsquo;t be undone.
    </Confirm>
  );
}

function Detail({ conversation }: { readonly conversation: ConversationDetail }) {
  const player = useRef<PlayerHandle>(null);
  const [nowMs, setNowMs] = useState<number>();
  const { audio, turns, events } = conversation;
  const startedAtMs = Date.parse(conversation.connectedAt ?? conversation.startedAt);
  return (
    <>
      <Card>
        <ConversationFacts conversation={conversation} />
      </Card>
      {audio && (
        <Card title="Recording" className="player-card">
          <Player ref={player} conversationId={conversation.id} onTime={setNowMs} />
        </Card>
      )}
      <Card title="Transcript">
        <Turns
          turns={turns}
          events={events}
          startedAtMs={startedAtMs}
          nowMs={nowMs}
          onSeek={audio ? (ms) => player.current?.seek(ms) : undefined}
        />
      </Card>
      <Claims conversation={conversation} />
      <Quality conversation={conversation} />
      {conversation.endedAt !== null && <ConversationCost conversationId={conversation.id} />}
    </>
  );
}

const NOT_KEPT = {
  'storage-limit': 'Transcript and recording are incomplete: the account had reached its storage limit',
  'record-size': 'The transcript is incomplete: the call was longer than a record may be',
} as const;

function ConversationFacts({ conversation }: { readonly conversation: ConversationDetail }) {
  const { accountId } = useAccount();
  const agents = useQuery(agentsQuery(accountId));
  const { agentId, target, mode, version, analysis, usage } = conversation;
  const agent = agents.data?.find((one) => one.agentId === agentId);
  const link = (
    <Link to="/agents/$agentId" params={{ agentId }}>
      {agent?.agentName ?? agentId}
    </Link>
  );
  const models = usage.map((used) => (
    <span key={`${used.stage} ${used.provider} ${used.model}`} className="block">
      <span className="soft">{STAGES[used.stage]}:</span> {used.provider} {used.model}
    </span>
  ));
  return (
    <Facts
      facts={[
        ['Agent', link],
        ['Version', `${target}${version === null ? '' : ` · ${shortVersion(version)}`}`],
        ['Mode', mode],
        ['Began', formatTime(conversation.startedAt)],
        ['Length', conversation.durationMs === null ? '' : formatDuration(conversation.durationMs)],
        ['Outcome', <Outcome conversation={conversation} />],
        ...(conversation.failure ? [['Failed because', conversation.failure.message] as const] : []),
        ['Ended because', conversation.endReason === null ? '' : endedBecause(conversation.endReason)],
        ...(conversation.unrecorded === null
          ? []
          : [['Not recorded', NOT_KEPT[conversation.unrecorded]] as const]),
        ['Caller', conversation.caller],
        ['Variant', conversation.variantId],
        ['Errors', `${conversation.apiErrors} of providers, ${conversation.functionErrors} of tools`],
        ['Models', models.length === 0 ? '' : models],
        ['Rating by the caller', conversation.rating === null ? '' : countOf(conversation.rating, 'star')],
        ['Summary', analysis?.summary?.text],
      ]}
    />
  );
}
