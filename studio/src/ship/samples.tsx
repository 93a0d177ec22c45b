import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { conversationQuery, conversationsKey, readConversations } from '../conversations/queries.js';
import { Outcome } from '../conversations/outcome.js';
import { Age } from '../ui/age.js';
import { Loaded } from '../ui/loaded.js';
import { formatDuration } from '../ui/words.js';

const SAMPLES = 5;
/** Turns shown per conversation; the rest is behind its link. */
const MOST_TURNS = 12;

interface Props {
  readonly agentId: string;
  readonly deploymentId: string;
  /** Start of the comparison. */
  readonly from: string;
  readonly refetchMs: number | false;
}

/** The latest ended conversations of a version, to be compared with another's. */
export function Samples({ agentId, deploymentId, from, refetchMs }: Props) {
  const samples = useQuery({
    queryKey: [...conversationsKey, 'samples', deploymentId, from],
    refetchInterval: refetchMs,
    queryFn: async () =>
      (await readConversations({ agentId, deploymentId, from, running: false }, undefined)).rows.slice(
        0,
        SAMPLES,
      ),
  });
  return (
    <Loaded query={samples} lines={3}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="soft small">None of its calls has ended yet.</p>
        ) : (
          <div className="stack-tight">
            {rows.map((row) => (
              <Sample key={row.id} conversation={row} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

type Conversation = Awaited<ReturnType<typeof readConversations>>['rows'][number];

function Sample({ conversation }: { readonly conversation: Conversation }) {
  const { id, startedAt, endedAt } = conversation;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="item" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Age time={startedAt} />
        <span className="row">
          {endedAt !== null && (
            <span className="soft small numeric">
              {formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}
            </span>
          )}
          <Outcome conversation={conversation} />
        </span>
      </summary>
      {isOpen && <Words conversationId={id} />}
    </details>
  );
}

function Words({ conversationId }: { readonly conversationId: string }) {
  const conversation = useQuery(conversationQuery(conversationId));
  return (
    <Loaded query={conversation} lines={3}>
      {({ turns }) => (
        <div className="stack-tight">
          {turns.length === 0 && <p className="soft small">Nothing was said, or its words are not kept.</p>}
          {turns.slice(0, MOST_TURNS).map(({ id, speaker, text }) => (
            <p key={id} className={speaker === 'caller' ? 'turn turn-caller' : 'turn'}>
              <span className="turn-speaker">{speaker === 'caller' ? 'Caller' : 'Agent'}</span> {text ?? '…'}
            </p>
          ))}
          <Link to="/conversations/$conversationId" params={{ conversationId }} className="link small">
            The whole conversation
          </Link>
        </div>
      )}
    </Loaded>
  );
}
