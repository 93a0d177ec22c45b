import { useState } from 'react';
import { type Environment, ENVIRONMENTS } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { Age } from '../ui/age.js';
import { FormDialog } from '../ui/form-dialog.js';
import { entries } from '../ui/form-field.js';
import { optionsOf } from '../ui/inputs.js';
import type { MenuEntry } from '../ui/menu.js';
import { type OpenWindow, Records } from '../ui/records.js';
import { SecretForm } from '../ui/secret-form.js';
import { ShownOnce } from '../ui/shown-once.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { CallTokens } from './call-tokens.js';
import { connectorsKey, readConnectors } from './connectors.js';

type Connector = Schemas['Connector'];

const environmentOf = (value: string): Environment => ENVIRONMENTS.find((one) => one === value) ?? 'sandbox';

const COLUMNS: readonly Column<Connector>[] = [
  { name: 'Name', cell: ({ name }) => <Short as="strong" text={name} /> },
  { name: 'Leads to', width: '8rem', cell: ({ clientEnv }) => <Badge>{clientEnv}</Badge> },
  {
    name: 'Web pages',
    optional: true,
    cell: ({ publicAccess }) => publicAccess?.origins.join(', ') ?? <span className="soft">none</span>,
  },
  { name: 'Made', optional: true, width: '7rem', cell: ({ createdAt }) => <Age time={createdAt} /> },
];

/** How pages and apps reach the agent. */
export function Connectors({ agentId, mayWrite }: { readonly agentId: string; readonly mayWrite: boolean }) {
  const [token, setToken] = useState<string>();
  const rotate = useRotation(agentId);
  const renew = ({ connectorId }: Connector) =>
    rotate.mutate(connectorId, { onSuccess: (made) => setToken(made.token) });
  return (
    <>
      <Records<Connector>
        title="Connectors"
        icon="link"
        empty={{
          title: 'No connectors yet',
          text: 'A connector lets callers in: its token for an app with a backend, its origins for a page without one.',
        }}
        queryKey={connectorsKey(agentId)}
        read={() => readConnectors(agentId)}
        keyOf={({ connectorId }) => connectorId}
        nameOf={({ name }) => name}
        mayWrite={mayWrite}
        columns={COLUMNS}
        create={{
          label: 'New connector',
          window: (onClose) => <NewConnector agentId={agentId} onClose={onClose} />,
        }}
        entries={(connector, open) => entriesOf(agentId, connector, open, renew)}
        remove={{
          act: ({ connectorId }) => removeConnector(agentId, connectorId),
          text: 'Its token and its phone numbers no longer lead anywhere.',
        }}
      />
      {token !== undefined && (
        <ShownOnce title="The new token" secret={token} onClose={() => setToken(undefined)} />
      )}
    </>
  );
}

const entriesOf = (
  agentId: string,
  connector: Connector,
  open: OpenWindow,
  onRenew: (connector: Connector) => void,
): readonly MenuEntry[] => [
  {
    label: 'Change…',
    onSelect: () =>
      open((onClose) => <EditConnector agentId={agentId} connector={connector} onClose={onClose} />),
  },
  {
    label: 'Call tokens…',
    icon: 'keys',
    onSelect: () =>
      open((onClose) => <CallTokens agentId={agentId} connector={connector} onClose={onClose} />),
  },
  {
    label: 'New token',
    icon: 'key',
    onSelect: () => onRenew(connector),
  },
];

const removeConnector = (agentId: string, connectorId: string) =>
  done(
    api.DELETE('/v1/agents/{agentId}/telephony/connectors/{connectorId}', {
      params: { path: { agentId, connectorId } },
    }),
  );

/** Token rotation of connectors. */
function useRotation(agentId: string) {
  return useAction(
    (connectorId: string) =>
      take(
        api.POST('/v1/agents/{agentId}/telephony/connectors/{connectorId}/rotate-token', {
          params: { path: { agentId, connectorId }, header: once() },
          body: {},
        }),
      ),
    { changes: [connectorsKey(agentId)] },
  );
}

const initialOf = (connector?: Connector) => ({
  name: connector?.name ?? '',
  clientEnv: connector?.clientEnv ?? 'sandbox',
  origins: (connector?.publicAccess?.origins ?? []) as readonly string[],
});
type Values = ReturnType<typeof initialOf>;

/** The limits of public access stay unchanged. */
const bodyOf = ({ name, clientEnv, origins }: Values, connector?: Connector) => ({
  name,
  clientEnv: environmentOf(clientEnv),
  publicAccess:
    entries(origins).length === 0 ? null : { ...connector?.publicAccess, origins: entries(origins) },
});

const FIELDS = [
  { name: 'name', label: 'Name', kind: 'text', required: true, placeholder: 'Website' },
  { name: 'clientEnv', label: 'Leads to', kind: 'choice', options: optionsOf(ENVIRONMENTS) },
  {
    name: 'origins',
    path: 'publicAccess.origins',
    label: 'Web pages that may call without a token',
    kind: 'lines',
    hint: 'One a line. Empty: only apps that have the token.',
    placeholder: 'https://www.example.com',
  },
] as const;

interface OfAgent {
  readonly agentId: string;
  readonly onClose: () => void;
}

function NewConnector({ agentId, onClose }: OfAgent) {
  const create = useAction(
    (values: Values) =>
      take(
        api.POST('/v1/agents/{agentId}/telephony/connectors', {
          params: { path: { agentId }, header: once() },
          body: bodyOf(values),
        }),
      ),
    { changes: [connectorsKey(agentId)], quiet: true },
  );
  return (
    <SecretForm
      title="The token of the connector"
      onClose={onClose}
      form={(onSecret) => (
        <FormDialog<Values>
          title="New connector"
          action="Create connector"
          stayOpen
          initial={initialOf()}
          fields={FIELDS}
          onSubmit={async (values) => onSecret((await create.mutateAsync(values)).token)}
          onClose={onClose}
        />
      )}
    />
  );
}

function EditConnector({ agentId, connector, onClose }: OfAgent & { readonly connector: Connector }) {
  const { connectorId } = connector;
  const save = useAction(
    (values: Values) =>
      take(
        api.PATCH('/v1/agents/{agentId}/telephony/connectors/{connectorId}', {
          params: { path: { agentId, connectorId } },
          body: bodyOf(values, connector),
        }),
      ),
    { changes: [connectorsKey(agentId)], said: 'Saved.', quiet: true },
  );
  return (
    <FormDialog<Values>
      title={`Change “${connector.name}”`}
      action="Save"
      initial={initialOf(connector)}
      fields={FIELDS}
      onSubmit={(values) => save.mutateAsync(values)}
      onClose={onClose}
    />
  );
}
