import { useQuery } from '@tanstack/react-query';
import { endedBecause } from '../conversations/ended-because.js';
import { conversationQuery } from '../conversations/queries.js';
import { Turns } from '../conversations/turns.js';
import { IconButton } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Badge, Card } from '../ui/surfaces.js';

interface Props {
  readonly conversationId: string;
  readonly onClose: () => void;
}

/** The recorded transcript of a running call. */
export function RunningCall({ conversationId, onClose }: Props) {
  const call = useQuery(conversationQuery(conversationId));
  return (
    <Card
      title="What is said"
      actions={
        <>
          {call.data?.endReason != null && <Badge>{endedBecause(call.data.endReason)}</Badge>}
          <IconButton icon="close" label="Close what is said" small onClick={onClose} />
        </>
      }
    >
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
