import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Records } from '../ui/records.js';
import { ShownOnce } from '../ui/shown-once.js';
import { Short } from '../ui/short.js';
import { Badge, Card, Facts, type Tone } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';
import { formatMs, formatTime } from '../ui/words.js';
import { webhooksKey } from './webhooks-page.js';

type Delivery = Schemas['WebhookDelivery'];

const DAY_MS = 86_400_000;
const TONES: Readonly<Record<string, Tone>> = { delivered: 'good', failed: 'danger', pending: 'accent' };

const endpointKey = (endpointId: string) => [...webhooksKey, 'one', endpointId] as const;

export function WebhookPage() {
  const { endpointId } = useParams({ from: '/webhooks/$endpointId' });
  const endpoint = useQuery({
    queryKey: endpointKey(endpointId),
    queryFn: () => take(api.GET('/v1/webhook-endpoints/{endpointId}', { params: { path: { endpointId } } })),
  });
  return (
    <Page
      title={endpoint.data?.name ?? 'Webhook'}
      lead={endpoint.data && <code>{endpoint.data.url}</code>}
      above={
        <Link to="/webhooks" className="crumb">
          Webhooks /
        </Link>
      }
      actions={<Actions endpointId={endpointId} />}
    >
      <Health endpointId={endpointId} />
      <Deliveries endpointId={endpointId} />
    </Page>
  );
}

function Actions({ endpointId }: OfEndpoint) {
  const { can } = useAccount();
  if (!can('webhooks:write')) return null;
  return (
    <>
      <SendTest endpointId={endpointId} />
      <Resend endpointId={endpointId} />
      <RotateSecret endpointId={endpointId} />
    </>
  );
}

interface OfEndpoint {
  readonly endpointId: string;
}

function SendTest({ endpointId }: OfEndpoint) {
  const params = { path: { endpointId } };
  const test = useAction(() => take(api.POST('/v1/webhook-endpoints/{endpointId}/test', { params })), {
    changes: [endpointKey(endpointId)],
    said: ({ delivered, status_code, error_code, duration_ms }) =>
      `${delivered ? 'Arrived' : 'Did not arrive'}: ${error_code ?? status_code ?? ''} after ${formatMs(duration_ms)}.`,
  });
  return (
    <Button small busy={test.isPending} onClick={() => test.mutate(undefined)}>
      Send a test
    </Button>
  );
}

function Resend({ endpointId }: OfEndpoint) {
  const resend = useAction(
    () =>
      take(
        api.POST('/v1/webhook-endpoints/{endpointId}/recover', {
          params: { path: { endpointId }, header: once() },
          body: { since: new Date(Date.now() - DAY_MS).toISOString() },
        }),
      ),
    {
      changes: [endpointKey(endpointId)],
      said: ({ recovered }) => `Sending ${recovered} deliveries again.`,
    },
  );
  return (
    <Button small busy={resend.isPending} onClick={() => resend.mutate(undefined)}>
      Resend what failed today
    </Button>
  );
}

/** Creates a new signing secret, and shows it once. */
function RotateSecret({ endpointId }: OfEndpoint) {
  const [secret, setSecret] = useState<string>();
  const rotate = useAction(
    () =>
      take(
        api.POST('/v1/webhook-endpoints/{endpointId}/rotate-secret', {
          params: { path: { endpointId }, header: once() },
          body: {},
        }),
      ),
    { changes: [endpointKey(endpointId)] },
  );
  const show = ({ signing_secret }: { readonly signing_secret: string }) => setSecret(signing_secret);
  return (
    <>
      <Button
        small
        icon="key"
        busy={rotate.isPending}
        onClick={() => rotate.mutate(undefined, { onSuccess: show })}
      >
        New signing secret
      </Button>
      {secret !== undefined && (
        <ShownOnce title="The new signing secret" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function Health({ endpointId }: OfEndpoint) {
  const health = useQuery({
    queryKey: [...endpointKey(endpointId), 'health'],
    refetchInterval: 10_000,
    queryFn: () =>
      take(api.GET('/v1/webhook-endpoints/{endpointId}/health', { params: { path: { endpointId } } })),
  });
  return (
    <Card>
      <Loaded query={health} lines={1}>
        {({ enabled, failing_since, disabled_reason, deliveries }) => (
          <Facts
            facts={[
              ['State', <Badge tone={enabled ? 'good' : 'danger'}>{enabled ? 'on' : 'off'}</Badge>],
              ['Delivered', deliveries.delivered],
              ['Waiting', deliveries.pending],
              ['Failed', deliveries.failed],
              ['Failing since', failing_since === null ? '' : formatTime(failing_since)],
              ['Switched off because', disabled_reason],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  { name: 'Event', cell: ({ event_type }) => <Short as="code" text={event_type} /> },
  {
    name: 'State',
    width: '6.75rem',
    cell: ({ status }) => <Badge tone={TONES[status] ?? 'plain'}>{status}</Badge>,
  },
  { name: 'Tries', end: true, optional: true, width: '5rem', cell: ({ attempt_count }) => attempt_count },
  {
    name: 'Last answer',
    optional: true,
    width: '11rem',
    cell: ({ last_attempt }) => last_attempt?.error_code ?? last_attempt?.status_code ?? '–',
  },
  { name: 'When', optional: true, width: '7rem', cell: ({ created_at }) => <Age time={created_at} /> },
];

const deliveriesKey = (endpointId: string) => [...endpointKey(endpointId), 'deliveries'];

async function readDeliveries(endpointId: string, cursor: string | undefined) {
  const params = { path: { endpointId }, query: { ...(cursor !== undefined && { cursor }) } };
  const answer = api.GET('/v1/webhook-endpoints/{endpointId}/deliveries', { params });
  const { data, next_cursor } = await take(answer);
  return { rows: data, next: next_cursor };
}

const useRedelivery = (endpointId: string) =>
  useAction(
    (deliveryId: string) =>
      take(
        api.POST('/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver', {
          params: { path: { endpointId, deliveryId }, header: once() },
        }),
      ),
    { changes: [deliveriesKey(endpointId)], said: 'Sending it again.' },
  );

function Deliveries({ endpointId }: OfEndpoint) {
  const again = useRedelivery(endpointId);
  return (
    <Records<Delivery>
      title="Deliveries"
      icon="webhook"
      empty={{ title: 'Nothing was sent yet', text: 'Send a test, or wait for the first event.' }}
      queryKey={deliveriesKey(endpointId)}
      refetchMs={5_000}
      read={(cursor) => readDeliveries(endpointId, cursor)}
      keyOf={({ id }) => id}
      nameOf={({ event_type }) => event_type}
      mayWrite={useAccount().can('webhooks:write')}
      columns={COLUMNS}
      entries={({ id }, open) => [
        {
          label: 'Attempts…',
          onSelect: () =>
            open((onClose) => <Attempts endpointId={endpointId} deliveryId={id} onClose={onClose} />),
        },
        { label: 'Send again', icon: 'refresh', onSelect: () => again.mutate(id) },
      ]}
    />
  );
}

function Attempts(props: {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly onClose: () => void;
}) {
  const path = { endpointId: props.endpointId, deliveryId: props.deliveryId };
  const delivery = useQuery({
    queryKey: [...endpointKey(props.endpointId), 'delivery', props.deliveryId],
    queryFn: () =>
      take(api.GET('/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}', { params: { path } })),
  });
  return (
    <Dialog title="Attempts" onClose={props.onClose}>
      <Loaded query={delivery}>
        {({ attempts }) => (
          <ol className="stack">
            {attempts.map((attempt) => (
              <li key={attempt.number} className="stack-tight">
                <p>
                  <strong>{attempt.number}.</strong> {attempt.outcome},{' '}
                  {attempt.error_code ?? attempt.status_code} after {formatMs(attempt.duration_ms)}
                </p>
                {attempt.response_excerpt !== null && (
                  <pre className="code-box">{attempt.response_excerpt}</pre>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}
