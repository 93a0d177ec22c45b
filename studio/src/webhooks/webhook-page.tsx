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
import { Badge, Card, Facts, type Tone } from '../ui/surfaces.js';
import { formatMs, formatTime } from '../ui/words.js';
import { webhooksKey } from './webhooks-page.js';

type Delivery = Schemas['WebhookDelivery'];

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

function Actions({ endpointId }: { readonly endpointId: string }) {
  const { can } = useAccount();
  const [secret, setSecret] = useState<string>();
  const params = { path: { endpointId } };
  const changes = [endpointKey(endpointId)];
  const test = useAction(() => take(api.POST('/v1/webhook-endpoints/{endpointId}/test', { params })), {
    changes,
    said: ({ delivered, status_code, error_code, duration_ms }) =>
      `${delivered ? 'Arrived' : 'Did not arrive'}: ${error_code ?? status_code ?? ''} after ${formatMs(duration_ms)}.`,
  });
  const rotate = useAction(
    () =>
      take(
        api.POST('/v1/webhook-endpoints/{endpointId}/rotate-secret', {
          params: { ...params, header: once() },
          body: {},
        }),
      ),
    { changes },
  );
  const recover = useAction(
    () =>
      take(
        api.POST('/v1/webhook-endpoints/{endpointId}/recover', {
          params: { ...params, header: once() },
          body: { since: new Date(Date.now() - 86_400_000).toISOString() },
        }),
      ),
    { changes, said: ({ recovered }) => `Sending ${recovered} deliveries again.` },
  );
  if (!can('webhooks:write')) return null;
  return (
    <>
      <Button small busy={test.isPending} onClick={() => test.mutate(undefined)}>
        Send a test
      </Button>
      <Button small busy={recover.isPending} onClick={() => recover.mutate(undefined)}>
        Resend what failed today
      </Button>
      <Button
        small
        icon="key"
        busy={rotate.isPending}
        onClick={() =>
          rotate.mutate(undefined, { onSuccess: ({ signing_secret }) => setSecret(signing_secret) })
        }
      >
        New signing secret
      </Button>
      {secret !== undefined && (
        <ShownOnce title="The new signing secret" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function Health({ endpointId }: { readonly endpointId: string }) {
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

function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const key = [...endpointKey(endpointId), 'deliveries'];
  const again = useAction(
    (deliveryId: string) =>
      take(
        api.POST('/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver', {
          params: { path: { endpointId, deliveryId }, header: once() },
        }),
      ),
    { changes: [key], said: 'Sending it again.' },
  );
  return (
    <Records<Delivery>
      title="Deliveries"
      icon="webhook"
      empty={{ title: 'Nothing was sent yet', text: 'Send a test, or wait for the first event.' }}
      queryKey={key}
      refetchMs={5_000}
      read={async (cursor) => {
        const query = { ...(cursor !== undefined && { cursor }) };
        const params = { path: { endpointId }, query };
        const answer = api.GET('/v1/webhook-endpoints/{endpointId}/deliveries', { params });
        const { data, next_cursor } = await take(answer);
        return { rows: data, next: next_cursor };
      }}
      keyOf={({ id }) => id}
      nameOf={({ event_type }) => event_type}
      mayWrite={useAccount().can('webhooks:write')}
      columns={[
        { name: 'Event', cell: ({ event_type }) => <code>{event_type}</code> },
        { name: 'State', cell: ({ status }) => <Badge tone={TONES[status] ?? 'plain'}>{status}</Badge> },
        { name: 'Tries', end: true, cell: ({ attempt_count }) => attempt_count },
        {
          name: 'Last answer',
          optional: true,
          cell: ({ last_attempt }) => last_attempt?.error_code ?? last_attempt?.status_code ?? '–',
        },
        { name: 'When', cell: ({ created_at }) => <Age time={created_at} /> },
      ]}
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
