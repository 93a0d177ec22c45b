import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, done, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/dialog.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { Badge, Card, type Tone } from '../ui/surfaces.js';
import { inSeconds } from '../ui/words.js';
import { providersKey, providersQuery } from './queries.js';
import { type Preset, type Provider, providerTitle, servicesIn, serviceTitle, titleOf } from './services.js';
import { SetUp } from './set-up.js';

type Open =
  | { readonly what: 'set-up'; readonly preset: Preset; readonly provider?: Provider }
  | { readonly what: 'delete'; readonly provider: Provider };

const TONES: Readonly<Record<Provider['health'], Tone>> = {
  ok: 'good',
  failing: 'danger',
  untested: 'plain',
};
const HEALTH: Readonly<Record<Provider['health'], string>> = {
  ok: 'Working',
  failing: 'Failing',
  untested: 'Not tested',
};
const listed = (services: object) =>
  servicesIn(services)
    .map((name, at) => (at === 0 ? serviceTitle(name) : serviceTitle(name).toLowerCase()))
    .join(', ');

export function ProvidersPage() {
  const providers = useQuery(providersQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Page
      title="Providers"
      lead="The services that listen, think and speak for your agents. Paste a key and test it; keys are stored encrypted."
    >
      <Loaded query={providers}>
        {({ providers: all, presets }) => (
          <>
            <div className="provider-grid">
              {all.map((provider) => (
                <ProviderCard
                  key={provider.name}
                  provider={provider}
                  preset={presets.find(({ id }) => id === provider.preset)}
                  onOpen={setOpen}
                />
              ))}
            </div>
            <Card title="Connect another service">
              <PresetList presets={presets} onOpen={setOpen} />
            </Card>
          </>
        )}
      </Loaded>
      {open?.what === 'set-up' && <SetUp {...open} onClose={close} />}
      {open?.what === 'delete' && <DeleteProvider provider={open.provider} onClose={close} />}
    </Page>
  );
}

const OWNERS: Readonly<Record<Provider['owner'], string>> = {
  account: 'set up here',
  operator: 'set up by the operator',
  'built-in': 'comes with Earshot',
};

interface CardProps {
  readonly provider: Provider;
  readonly preset: Preset | undefined;
  readonly onOpen: (open: Open) => void;
}

function ProviderCard({ provider, preset, onOpen }: CardProps) {
  const mayWrite = useAccount().can('secrets:write');
  const { name: providerName, owner, health, services, lastTest } = provider;
  const test = useAction(
    () => take(api.POST('/v1/providers/{providerName}/test', { params: { path: { providerName } } })),
    { changes: [providersKey] },
  );
  return (
    <Card
      title={providerTitle(provider, preset)}
      actions={<Badge tone={TONES[health]}>{HEALTH[health]}</Badge>}
    >
      <div className="stack-tight">
        <p className="soft">
          {listed(services)} · {OWNERS[owner]}
        </p>
        <TestResults results={test.data?.services ?? lastTest?.services ?? []} />
        {mayWrite && (
          <div className="row row-wrap">
            <Button small icon="flask" busy={test.isPending} onClick={() => test.mutate(undefined)}>
              Test
            </Button>
            {owner === 'account' && preset && (
              <Button small onClick={() => onOpen({ what: 'set-up', preset, provider })}>
                Change
              </Button>
            )}
            {owner === 'account' && (
              <Button small look="quiet" onClick={() => onOpen({ what: 'delete', provider })}>
                Delete
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

const TestResults = ({ results }: { readonly results: readonly Schemas['ProviderServiceTest'][] }) =>
  results.map(({ service, ok, message, totalMs }) => (
    <p key={service} className="small">
      <Badge tone={ok ? 'good' : 'danger'}>{serviceTitle(service)}</Badge>{' '}
      {ok ? `answered in ${inSeconds(totalMs)}` : message}
    </p>
  ));

function PresetList(props: { readonly presets: readonly Preset[]; readonly onOpen: (open: Open) => void }) {
  const mayWrite = useAccount().can('secrets:write');
  return (
    <div className="stack">
      {!mayWrite && <Notice tone="info">Owners of the account set providers up, and test them.</Notice>}
      <div className="template-grid">
        {props.presets.map((preset) => (
          <button
            key={preset.id}
            type="button"
            className="template template-button"
            disabled={!mayWrite}
            onClick={() => props.onOpen({ what: 'set-up', preset })}
          >
            <PresetTitle preset={preset} />
            <span className="soft small">{listed(preset.services)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

function PresetTitle({ preset }: { readonly preset: Preset }) {
  const [name, more] = titleOf(preset);
  return (
    <>
      <strong>{name}</strong>
      {more !== '' && <span className="soft small">{more}</span>}
    </>
  );
}

function DeleteProvider({
  provider,
  onClose,
}: {
  readonly provider: Provider;
  readonly onClose: () => void;
}) {
  const params = { path: { providerName: provider.name } };
  const remove = useAction(() => done(api.DELETE('/v1/providers/{providerName}', { params })), {
    changes: [providersKey],
    quiet: true,
  });
  return (
    <Confirm
      title={`Delete ${provider.name}?`}
      action="Delete"
      onConfirm={() => remove.mutateAsync(undefined)}
      onClose={onClose}
    >
      Agents that name it can&rsquo;t be called until they name another one.
    </Confirm>
  );
}
