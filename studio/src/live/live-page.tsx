import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { agentsQuery } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import { type Conversation, runningQuery } from '../conversations/queries.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Card, Empty } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { HangUp } from './hang-up.js';
import { OutboundCalls } from './outbound-calls.js';
import { RunningCall } from './running-call.js';

const LOOK_MS = 2_000;

/** Running calls on all instances, and requested outbound calls. */
export function LivePage() {
  const { accountId, can } = useAccount();
  const [chosen, setChosen] = useState<string>();
  const agents = useQuery(agentsQuery(accountId));
  const nameOf = (id: string) => agents.data?.find(({ agentId }) => agentId === id)?.agentName ?? id;
  const calls = useQuery({ ...runningQuery, refetchInterval: LOOK_MS });
  return (
    <Page title="Live" lead="Calls in progress, and calls that your agents make." wide>
      <div className={chosen === undefined ? 'stack' : 'live'}>
        <Card title="Calls now" flush>
          <Loaded query={calls}>
            {(rows) =>
              rows.length === 0 ? (
                <Empty icon="phone" title="No one is on the line">
                  Calls appear here as soon as they begin, with a live transcript.
                </Empty>
              ) : (
                <Table
                  label="Calls now"
                  rows={rows}
                  keyOf={({ id }) => id}
                  columns={columnsOf(nameOf, chosen, setChosen, can('calls:write'))}
                />
              )
            }
          </Loaded>
        </Card>
        {chosen !== undefined && (
          <RunningCall key={chosen} conversationId={chosen} onClose={() => setChosen(undefined)} />
        )}
      </div>
      {can('calls:read') && <OutboundCalls agents={agents.data ?? []} nameOf={nameOf} />}
    </Page>
  );
}

const columnsOf = (
  nameOf: (agentId: string) => string,
  chosen: string | undefined,
  onChoose: (id: string) => void,
  mayHangUp: boolean,
): readonly Column<Conversation>[] => [
  {
    name: 'Agent',
    cell: ({ id, agentId }) => (
      <Link
        to="/conversations/$conversationId"
        params={{ conversationId: id }}
        className="cell-title truncate one-line"
        title={nameOf(agentId)}
      >
        {nameOf(agentId)}
      </Link>
    ),
  },
  {
    name: 'Caller',
    cell: ({ caller }) => caller ?? <span className="soft">unknown</span>,
  },
  { name: 'Environment', optional: true, width: '9rem', cell: ({ target }) => target },
  { name: 'Began', optional: true, width: '7rem', cell: ({ startedAt }) => <Age time={startedAt} /> },
  {
    name: '',
    end: true,
    width: 'clamp(8rem, 30cqi, 15rem)',
    cell: ({ id }) => (
      <span className="row row-wrap row-end">
        <Button small aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          Read along
        </Button>
        {mayHangUp && <HangUp conversationId={id} />}
      </span>
    ),
  },
];
