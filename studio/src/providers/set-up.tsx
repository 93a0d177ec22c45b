import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { TextInput } from '../ui/inputs.js';
import { providersKey } from './queries.js';
import { ServiceFields } from './service-fields.js';
import { type Preset, type Provider, servicesIn, servicesOf, serviceTitle, wishesOf } from './services.js';
import { type Reached, urlAndKey, useModelLists } from './use-model-lists.js';

interface Props {
  readonly preset: Preset;
  /** What is changed; absent: another one is set up. */
  readonly provider?: Provider;
  readonly onClose: () => void;
}

/** Saves a provider, and tries it right away. */
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

/** Where a provider is, its key, what it is used for and with which models. */
export function SetUp({ preset, provider, onClose }: Props) {
  const put = useSetUp();
  const [first] = useState(() => ({
    reached: { name: provider?.name ?? preset.id, url: provider?.url ?? preset.url ?? '', apiKey: '' },
    wishes: wishesOf(preset, provider),
  }));
  const [reached, setReached] = useState<Reached>(first.reached);
  const [wishes, setWishes] = useState(first.wishes);
  const lists = useModelLists(preset, reached, provider?.hasApiKey === true);
  const save = () =>
    put.mutate(
      { name: reached.name, ...urlAndKey(preset, reached), services: servicesOf(wishes, provider) },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      title={provider ? `Change ${provider.name}` : `Set up ${preset.title}`}
      lead="It is tested right away with something small."
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
                onWish={(next) => setWishes((all) => ({ ...all, [service]: next }))}
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
        <FormFoot action="Save and test" isBusy={put.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function labelsOf({ services }: Preset): Record<string, string> {
  const ofServices = servicesIn(services).flatMap((service) => [
    [`services.${service}.model`, `${serviceTitle(service)}: model`],
    [`services.${service}.voice`, `${serviceTitle(service)}: voice`],
  ]);
  return { name: 'Name', url: 'Address', apiKey: 'API key', ...Object.fromEntries(ofServices) };
}

function AddressFields(props: {
  readonly preset: Preset;
  readonly provider: Provider | undefined;
  readonly reached: Reached;
  readonly faultOf: (path: string) => string | undefined;
  readonly onReached: (reached: Reached) => void;
  readonly onLeft: () => void;
}) {
  const { preset, provider, reached, faultOf, onReached, onLeft } = props;
  const [known, setKnown] = useState(reached);
  const left = () => {
    if (known.url === reached.url && known.apiKey === reached.apiKey) return;
    setKnown(reached);
    onLeft();
  };
  const set = (name: keyof Reached) => (value: string) => onReached({ ...reached, [name]: value });
  return (
    <>
      {!provider && (
        <Field label="Name" name="name" hint="What agents choose it by.">
          {(ids) => (
            <TextInput
              {...ids}
              required
              pattern="[a-z0-9][a-z0-9\-]{0,63}"
              title="Small letters, digits and -, as in my-openai"
              value={reached.name}
              onValue={set('name')}
            />
          )}
        </Field>
      )}
      <Field label="Address" name="url" error={faultOf('url')}>
        {(ids) => (
          <TextInput
            {...ids}
            type="url"
            required={preset.url === undefined}
            placeholder={preset.url ?? 'https://models.example.com/v1'}
            value={reached.url}
            onValue={set('url')}
            onBlur={left}
          />
        )}
      </Field>
      <Field
        label="API key"
        name="apiKey"
        error={faultOf('apiKey')}
        hint={provider?.hasApiKey === true ? 'Empty: as it is.' : undefined}
      >
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            autoComplete="new-password"
            required={preset.apiKey === 'required' && provider?.hasApiKey !== true}
            value={reached.apiKey}
            onValue={set('apiKey')}
            onBlur={left}
          />
        )}
      </Field>
    </>
  );
}
