import { Link } from '@tanstack/react-router';
import { useAction } from '../api/action.js';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { FormDialog } from '../ui/form-dialog.js';
import type { FieldSpec } from '../ui/form-spec.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import { SecretForm } from '../ui/secret-form.js';
import { Short } from '../ui/short.js';
import { Badge } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';

export type Endpoint = Schemas['WebhookEndpoint'];
type EventType = Endpoint['event_types'][number];

export const webhooksKey = ['webhooks'] as const;
const EVENTS: Readonly<Record<EventType, string>> = {
  'conversation.started': 'A call began',
  'conversation.ended': 'A call ended',
  'conversation.analyzed': 'A call was summarized',
  'conversation.form_completed': 'A caller filled in a form',
  'outbound_call.ended': 'An outbound call ended',
  'alerts.triggered': 'An alert was raised',
  'alerts.resolved': 'An alert is over',
  'deployment.rolled_back': 'A new version was rolled back',
  'experiment.ended': 'An experiment ended',
};
const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <Link
        to="/webhooks/$endpointId"
        params={{ endpointId: id }}
        className="cell-title truncate one-line"
        title={name}
      >
        {name}
      </Link>
    ),
  },
  { name: 'Address', optional: true, cell: ({ url }) => <Short as="code" soft text={url} /> },
  {
    name: 'Events',
    optional: true,
    cell: ({ event_types }) => event_types.map((type) => EVENTS[type]).join(', '),
  },
  {
    name: 'State',
    width: '6rem',
    cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? 'on' : 'off'}</Badge>,
  },
];

async function readEndpoints(cursor: string | undefined) {
  const query = { ...(cursor !== undefined && { cursor }) };
  const { data, next_cursor } = await take(api.GET('/v1/webhook-endpoints', { params: { query } }));
  return { rows: data, next: next_cursor };
}

export function WebhooksPage() {
  return (
    <Page
      title="Webhooks"
      lead="Signed messages to your own services about calls and alerts, repeated until they arrive."
    >
      <Records<Endpoint>
        title="Endpoints"
        icon="webhook"
        empty={{
          title: 'No endpoints yet',
          text: 'Add the address of a service that should hear about calls or alerts.',
        }}
        queryKey={webhooksKey}
        read={readEndpoints}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        mayWrite={useAccount().can('webhooks:write')}
        columns={COLUMNS}
        create={{ label: 'New endpoint', window: (onClose) => <NewEndpoint onClose={onClose} /> }}
        entries={(endpoint, open) => [
          {
            label: 'Change…',
            onSelect: () => open((onClose) => <EditEndpoint endpoint={endpoint} onClose={onClose} />),
          },
        ]}
        remove={{
          act: ({ id: endpointId }) =>
            done(api.DELETE('/v1/webhook-endpoints/{endpointId}', { params: { path: { endpointId } } })),
          text: 'Nothing is sent there any more, and its deliveries go with it.',
        }}
      />
    </Page>
  );
}

const initialOf = (endpoint?: Endpoint) => ({
  name: endpoint?.name ?? '',
  url: endpoint?.url ?? '',
  events: (endpoint?.event_types ?? ['conversation.ended']) as readonly string[],
  enabled: endpoint?.enabled ?? true,
});
type Values = ReturnType<typeof initialOf>;

const bodyOf = ({ name, url, events, enabled }: Values) => ({
  name,
  url,
  enabled,
  event_types: EVENT_TYPES.filter((event) => events.includes(event)),
});

const FIELDS: readonly FieldSpec<Values>[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true, placeholder: 'CRM' },
  { name: 'url', label: 'Address', kind: 'url', required: true, placeholder: 'https://example.com/hooks' },
  {
    ...{ name: 'events', path: 'event_types', label: 'When', kind: 'checks' },
    options: EVENT_TYPES.map((value) => ({ value, label: EVENTS[value], hint: <code>{value}</code> })),
  },
  { name: 'enabled', label: 'Switched on', kind: 'yes-no' },
];

function NewEndpoint({ onClose }: { readonly onClose: () => void }) {
  const create = useAction(
    (values: Values) =>
      take(api.POST('/v1/webhook-endpoints', { params: { header: once() }, body: bodyOf(values) })),
    { changes: [webhooksKey], quiet: true },
  );
  return (
    <SecretForm
      title="The signing secret"
      onClose={onClose}
      form={(onSecret) => (
        <FormDialog<Values>
          title="New endpoint"
          action="Create endpoint"
          stayOpen
          initial={initialOf()}
          fields={FIELDS}
          onSubmit={async (values) => onSecret((await create.mutateAsync(values)).signing_secret)}
          onClose={onClose}
        />
      )}
    />
  );
}

function EditEndpoint({ endpoint, onClose }: { readonly endpoint: Endpoint; readonly onClose: () => void }) {
  const params = { path: { endpointId: endpoint.id } };
  const save = useAction(
    (values: Values) =>
      take(api.PATCH('/v1/webhook-endpoints/{endpointId}', { params, body: bodyOf(values) })),
    { changes: [webhooksKey], said: 'Saved.', quiet: true },
  );
  return (
    <FormDialog<Values>
      title={`Change “${endpoint.name}”`}
      action="Save"
      initial={initialOf(endpoint)}
      fields={FIELDS}
      onSubmit={(values) => save.mutateAsync(values)}
      onClose={onClose}
    />
  );
}
