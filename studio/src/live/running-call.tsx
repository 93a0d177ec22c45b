import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../app/account.js';
import { endedBecause } from '../conversations/ended-because.js';
import { conversationQuery } from '../conversations/queries.js';
import { Turns } from '../conversations/turns.js';
import { IconButton } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Badge, Card } from '../ui/surfaces.js';
import { Supervise } from './supervise.js';

interface Props {
  readonly conversationId: string;
  readonly onClose: () => void;
}

/** The recorded transcript of a running call. */
export function RunningCall({ conversationId, onClose }: Props) {
  const { can } = useAccount();
  const call = useQuery(conversationQuery(conversationId));
  return (
    <Card
      title="What is said"
      actions={
        <>
          {call.data?.endReason != null && <Badge>{endedBecause(call.data.endReason)}</Badge>}
          <IconButton icon="close" label="Close the transcript" small onClick={onClose} />
        </>
      }
    >
      {can('calls:supervise') && call.data?.endedAt === null && <Supervise conversationId={conversationId} />}
      <Loaded query={call}>
        {({ turns, events, startedAt, connectedAt }) => (
          <Turns
            turns={turns}
            events={events}
            startedAtMs={Date.parse(connectedAt ?? startedAt)}
            nowMs={undefined}
            onSeek={undefined}
          />
        )}
      </Loaded>
    </Card>
  );
}
