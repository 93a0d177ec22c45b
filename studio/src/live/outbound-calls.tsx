import { Link } from '@tanstack/react-router';
import type { Environment } from '../agents/queries.js';
import { ENVIRONMENTS } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { FormDialog } from '../ui/form-dialog.js';
import { valuesOf } from './given-values.js';
import { optionsOf } from '../ui/inputs.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import { Badge, type Tone } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { inWords } from '../ui/words.js';

type OutboundCall = Schemas['ListedOutboundCall'];
type Agent = { readonly agentId: string; readonly agentName: string };

const outboundKey = ['outbound-calls'] as const;
const LOOK_MS = 4_000;
const STATES: Readonly<Record<string, readonly [string, Tone]>> = {
  QUEUED: ['waits', 'plain'],
  CALLING: ['rings', 'accent'],
  SUCCESS: ['answered', 'good'],
  FAILURE: ['failed', 'danger'],
};

const ANSWERED_BY = {
  voicemail: 'voicemail',
  fax: 'a fax',
  recording: 'a recording',
  unknown: 'a person or a machine',
} as const;

interface Props {
  readonly agents: readonly Agent[];
  readonly nameOf: (agentId: string) => string;
}

async function readOutboundCalls(cursor: string | undefined) {
  const query = { limit: 20, ...(cursor !== undefined && { cursor }) };
  const answer = api.GET('/v1/telephony/outbound-calls', { params: { query } });
  const { outboundCalls, nextCursor } = await take(answer);
  return { rows: outboundCalls, next: nextCursor };
}

/** Requested outbound calls and their results. */
export function OutboundCalls({ agents, nameOf }: Props) {
  return (
    <Records<OutboundCall>
      title="Calls that agents make"
      icon="phone"
      empty={{
        title: 'No agent has called anyone yet',
        text: 'It takes a trunk with a host and allowed prefixes, and a phone number of the agent.',
      }}
      queryKey={outboundKey}
      refetchMs={LOOK_MS}
      read={readOutboundCalls}
      keyOf={({ callSid }) => callSid}
      nameOf={({ toNumber }) => toNumber}
      mayWrite={useAccount().can('calls:write')}
      columns={columnsOf(nameOf)}
      {...(agents.length > 0 && {
        create: {
          label: 'Make a call',
          window: (onClose) => <CallSomebody agents={agents} onClose={onClose} />,
        },
      })}
      remove={{
        verb: 'Cancel',
        act: ({ agentId, callSid }) =>
          done(
            api.DELETE('/v1/agents/{agentId}/telephony/outbound-calls/{callSid}', {
              params: { path: { agentId, callSid } },
            }),
          ),
        text: 'No further attempt is made, and a call in progress ends.',
      }}
    />
  );
}

const columnsOf = (nameOf: Props['nameOf']): readonly Column<OutboundCall>[] => [
  { name: 'To', cell: ({ toNumber }) => <Short as="code" text={toNumber} /> },
  { name: 'Agent', optional: true, cell: ({ agentId }) => nameOf(agentId) },
  {
    name: 'From',
    optional: 'wide',
    width: '10rem',
    cell: ({ fromNumber }) => <Short as="code" text={fromNumber} />,
  },
  { name: 'State', width: 'clamp(7rem, 25cqi, 16rem)', cell: (call) => <State call={call} /> },
  { name: 'Ordered', optional: true, width: '7rem', cell: ({ createdAt }) => <Age time={createdAt} /> },
];

function State({ call }: { readonly call: OutboundCall }) {
  const { status, reason, conversationId, endedAt, answeredBy, sipStatus } = call;
  const [word, tone] = STATES[status] ?? [status, 'plain'];
  const who = answeredBy === null || answeredBy === 'person' ? undefined : ANSWERED_BY[answeredBy];
  const known = [
    ...(who === undefined ? [] : [`by ${who}`]),
    ...(reason === null ? [] : [inWords(reason)]),
    ...(sipStatus === null || sipStatus < 300 ? [] : [`SIP ${sipStatus}`]),
  ];
  return (
    <span className="row row-wrap">
      <Badge tone={tone}>{endedAt !== null && status === 'SUCCESS' ? 'over' : word}</Badge>
      {known.length > 0 && <span className="soft small">{known.join(', ')}</span>}
      {conversationId !== null && (
        <Link to="/conversations/$conversationId" params={{ conversationId }} className="link small">
          Conversation
        </Link>
      )}
    </span>
  );
}

const fieldsOf = (agents: readonly Agent[]) =>
  [
    {
      name: 'agentId',
      label: 'Agent',
      kind: 'choice',
      options: agents.map(({ agentId, agentName }) => ({ value: agentId, label: agentName })),
    },
    {
      name: 'toNumber',
      label: 'Number',
      kind: 'text',
      required: true,
      placeholder: '+442079460123',
      hint: 'With the code of the country.',
    },
    { name: 'environment', label: 'Version of', kind: 'choice', options: optionsOf(ENVIRONMENTS) },
    {
      name: 'values',
      path: 'metadata',
      label: 'What the agent knows of the call',
      kind: 'lines',
      placeholder: 'name=Ada',
      hint: 'One a line; the prompt has it as {{call.name}}.',
    },
  ] as const;

interface Order {
  readonly agentId: string;
  readonly body: Schemas['CreateOutboundCall'];
}

const useOrder = () =>
  useAction(
    ({ agentId, body }: Order) =>
      take(
        api.POST('/v1/agents/{agentId}/telephony/outbound-calls', {
          params: { path: { agentId }, header: once() },
          body,
        }),
      ),
    { changes: [outboundKey], said: 'The call is ordered.', quiet: true },
  );

function CallSomebody({
  agents,
  onClose,
}: {
  readonly agents: readonly Agent[];
  readonly onClose: () => void;
}) {
  const call = useOrder();
  return (
    <FormDialog
      title="Make a call"
      lead="The agent calls from its own phone number, over the trunk that allows the number."
      action="Call"
      initial={{
        agentId: agents[0]?.agentId ?? '',
        toNumber: '',
        environment: 'live',
        values: [] as readonly string[],
      }}
      fields={fieldsOf(agents)}
      onSubmit={({ agentId, toNumber, environment, values }) =>
        call.mutateAsync({
          agentId,
          body: {
            toNumber: toNumber.trim(),
            environment: ENVIRONMENTS.find((one): one is Environment => one === environment) ?? 'live',
            metadata: valuesOf(values),
          },
        })
      }
      onClose={onClose}
    />
  );
}
