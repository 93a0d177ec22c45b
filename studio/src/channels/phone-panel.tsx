import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, done } from '../api/client.js';
import { lineFault, lineState } from '../trunks/line-state.js';
import { refusalsQuery, type Trunk, trunksQuery } from '../trunks/queries.js';
import { TestTrunk } from '../trunks/test-trunk.js';
import { Age } from '../ui/age.js';
import { Button, IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy.js';
import { Confirm } from '../ui/dialog.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { Badge, Card } from '../ui/surfaces.js';
import { ConnectNumber } from './connect-number.js';
import { numbersKey, numbersQuery, type PhoneNumber } from './connectors.js';

interface Props {
  readonly agentId: string;
  readonly mayWrite: boolean;
}

/** Refused calls shown; the others are under Phone trunks. */
const SHOWN = 3;

/** The numbers of the agent, the lines they come over, and calls that were refused. */
export function PhonePanel({ agentId, mayWrite }: Props) {
  const numbers = useQuery(numbersQuery(agentId));
  const trunks = useQuery(trunksQuery);
  return (
    <Loaded query={numbers}>
      {(rows) => (
        <Loaded query={trunks}>
          {(lines) => <Reached agentId={agentId} mayWrite={mayWrite} numbers={rows} lines={lines} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface ReachedProps extends Props {
  readonly numbers: readonly PhoneNumber[];
  readonly lines: readonly Trunk[];
}

function Reached({ agentId, mayWrite, numbers, lines }: ReachedProps) {
  const [isAdding, setAdding] = useState(false);
  const isFirst = numbers.length === 0;
  if (isFirst && !mayWrite)
    return (
      <Card title="Put it on your phone number">Ask an editor or owner of the account to set this up.</Card>
    );
  return (
    <>
      {!isFirst && <Numbers agentId={agentId} numbers={numbers} mayWrite={mayWrite} />}
      {!isFirst && lines.length === 0 && <NoLine />}
      {!isFirst &&
        lines.map((line) => <Line key={line.trunkId} line={line} number={numbers[0]} mayWrite={mayWrite} />)}
      {isFirst || isAdding ? (
        <ConnectNumber agentId={agentId} lines={lines} onDone={() => setAdding(false)} />
      ) : (
        mayWrite && (
          <p className="row">
            <Button icon="plus" onClick={() => setAdding(true)}>
              Connect another number
            </Button>
          </p>
        )
      )}
    </>
  );
}

const NoLine = () => (
  <Notice tone="warn">
    <strong>These numbers do not ring yet.</strong> No phone line leads here:{' '}
    <Link to="/trunks">connect your carrier</Link>.
  </Notice>
);

const useRemoval = (agentId: string) =>
  useAction(
    (phoneNumber: string) =>
      done(
        api.DELETE('/v1/agents/{agentId}/telephony/phone-numbers/{phoneNumber}', {
          params: { path: { agentId, phoneNumber } },
        }),
      ),
    { changes: [numbersKey(agentId)], said: 'The number no longer reaches this agent.', quiet: true },
  );

function Numbers({ agentId, numbers, mayWrite }: Omit<ReachedProps, 'lines'>) {
  const [removed, setRemoved] = useState<string>();
  const remove = useRemoval(agentId);
  return (
    <Card title="Numbers that it answers">
      <ul className="divided">
        {numbers.map(({ number, clientEnv }) => (
          <li key={number} className="row row-between number-row">
            <strong className="numeric">{number}</strong>
            {clientEnv !== 'live' && <Badge tone="warn">{clientEnv}</Badge>}
            {mayWrite && (
              <IconButton
                icon="trash"
                small
                label={`Take ${number} away`}
                onClick={() => setRemoved(number)}
              />
            )}
          </li>
        ))}
      </ul>
      {removed !== undefined && (
        <Confirm
          title={`Take ${removed} away?`}
          action="Take away"
          onConfirm={() => remove.mutateAsync(removed)}
          onClose={() => setRemoved(undefined)}
        >
          Its callers no longer reach this agent.
        </Confirm>
      )}
    </Card>
  );
}

interface LineProps {
  readonly line: Trunk;
  readonly number: PhoneNumber | undefined;
  readonly mayWrite: boolean;
}

function Line({ line, number, mayWrite }: LineProps) {
  const [isTesting, setTesting] = useState(false);
  const [words, tone] = lineState(line);
  const fault = lineFault(line);
  return (
    <Card
      title={`The line “${line.name}”`}
      actions={
        <>
          <Badge tone={tone}>{words}</Badge>
          {mayWrite && (
            <Button small icon="phone" onClick={() => setTesting(true)}>
              Make a test call
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {fault !== undefined && <p className="soft">{fault}</p>}
        {line.registration === null && line.sipUri !== null && (
          <div className="stack-tight">
            <p className="soft">At your carrier or phone system, send the calls of your number to:</p>
            <div className="row row-wrap">
              <code className="breakable">{addressOf(line.sipUri, number)}</code>
              <CopyButton text={addressOf(line.sipUri, number)} />
            </div>
          </div>
        )}
        {line.sipUri === null && <p className="soft">Phone calls are switched off on this server.</p>}
        <Refusals trunkId={line.trunkId} />
      </div>
      {isTesting && <TestTrunk trunk={line} onClose={() => setTesting(false)} />}
    </Card>
  );
}

const addressOf = (sipUri: string, number: PhoneNumber | undefined): string =>
  sipUri.replace('{number}', number?.number.endsWith('*') === false ? number.number : '{number}');

function Refusals({ trunkId }: { readonly trunkId: string }) {
  const { data = [] } = useQuery(refusalsQuery(trunkId));
  if (data.length === 0) return <p className="small soft">No call was refused in the last seven days.</p>;
  return (
    <div className="stack-tight">
      <h3>Refused calls</h3>
      <ul className="divided">
        {data.slice(0, SHOWN).map(({ at, callId, caller, address, reason }) => (
          <li key={`${callId} ${at}`} className="number-row">
            <span className="row row-between small">
              <strong>{caller ?? address}</strong>
              <span className="soft">
                <Age time={at} />
              </span>
            </span>
            <span className="small soft">{reason}</span>
          </li>
        ))}
      </ul>
      {data.length > SHOWN && <p className="small soft">and {data.length - SHOWN} more.</p>}
    </div>
  );
}
