import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import type { Labels } from '../ui/refusal.js';
import { AddressFields } from './address-fields.js';
import { providersKey } from './queries.js';
import { ServiceFields } from './service-fields.js';
import {
  type Preset,
  type Provider,
  servicesIn,
  servicesOf,
  serviceTitle,
  titleOf,
  type Wishes,
  wishesOf,
} from './services.js';
import { type Reached, urlAndKey, useModelLists } from './use-model-lists.js';

interface Props {
  readonly preset: Preset;
  /** The provider to change; absent: a new one. */
  readonly provider?: Provider;
  readonly onClose: () => void;
}

/** Saves a provider and tests it immediately. */
const useSetUp = () =>
  useAction(
    async ({ name, ...body }: Schemas['PutProvider'] & { readonly name: string }) => {
      const params = { path: { providerName: name } };
      await take(api.PUT('/v1/providers/{providerName}', { params, body }));
      return take(api.POST('/v1/providers/{providerName}/test', { params }));
    },
    {
      changes: [providersKey],
      said: ({ ok }) =>
        ok ? 'Set up, and it answers.' : 'Set up, but it does not answer as it should: see the test.',
      quiet: true,
    },
  );

/** A provider's address, key, services and models. */
export function SetUp({ preset, provider, onClose }: Props) {
  const put = useSetUp();
  const [first] = useState(() => ({
    reached: { name: provider?.name ?? preset.id, url: provider?.url ?? preset.url ?? '', apiKey: '' },
    wishes: wishesOf(preset, provider),
  }));
  const [reached, setReached] = useState<Reached>(first.reached);
  const [wishes, setWishes] = useState(first.wishes);
  const lists = useModelLists(preset, reached, provider?.hasApiKey === true);
  const [title, more] = titleOf(preset);
  const save = () =>
    put.mutate(
      { name: reached.name, ...urlAndKey(preset, reached), services: servicesOf(wishes, provider) },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      title={provider ? `Change ${provider.name}` : `Set up ${title}`}
      lead={[more, 'It is tested right away with something small.'].filter(Boolean).join('. ')}
      unsaved={reached !== first.reached || wishes !== first.wishes}
      onClose={onClose}
    >
      <Form error={put.error} labels={labelsOf(preset)} onSubmit={save}>
        <AddressFields
          preset={preset}
          provider={provider}
          reached={reached}
          faultOf={lists.faultOf}
          onReached={setReached}
          onLeft={lists.refresh}
        />
        <Services preset={preset} wishes={wishes} lists={lists} onWishes={setWishes} />
        <FormFoot action="Save and test" isBusy={put.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function Services(props: {
  readonly preset: Preset;
  readonly wishes: Wishes;
  readonly lists: ReturnType<typeof useModelLists>;
  readonly onWishes: (wishes: Wishes) => void;
}) {
  const { preset, wishes, lists, onWishes } = props;
  return (
    <>
      {servicesIn(wishes).map((service) => {
        const wish = wishes[service];
        return (
          wish && (
            <ServiceFields
              key={service}
              preset={preset}
              service={service}
              wish={wish}
              atHand={lists.ofService(service)}
              onWish={(next) => onWishes({ ...wishes, [service]: next })}
            />
          )
        );
      })}
      {lists.canAsk && (
        <div className="row">
          <Button small icon="refresh" busy={lists.isAsking} onClick={lists.refresh}>
            List models
          </Button>
        </div>
      )}
    </>
  );
}

function labelsOf({ services }: Preset): Labels {
  const ofServices = servicesIn(services).map((service) => ({
    [`services.${service}.model`]: `${serviceTitle(service)}: model`,
    [`services.${service}.voice`]: `${serviceTitle(service)}: voice`,
  }));
  return Object.assign({ name: 'Name', url: 'Address', apiKey: 'API key' }, ...ofServices) as Labels;
}
