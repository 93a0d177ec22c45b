import { Field } from '../ui/field.js';
import { CheckInput, TextInput } from '../ui/inputs.js';
import { hasVoice, type Preset, type ServiceName, serviceTitle, type ServiceWish } from './services.js';
import type { ModelsAtHand } from './use-model-lists.js';

interface Props {
  readonly preset: Preset;
  readonly service: ServiceName;
  readonly wish: ServiceWish;
  readonly atHand: ModelsAtHand;
  readonly onWish: (wish: ServiceWish) => void;
}

/** Whether a service is used, and with which model and voice: known ones, or any other. */
export function ServiceFields({ preset, service, wish, atHand, onWish }: Props) {
  const title = serviceTitle(service);
  const { model, models = [], voice, voices = [] } = preset.services[service] ?? {};
  const isAzure = preset.id === 'azure-openai';
  return (
    <fieldset className="group" aria-label={title}>
      <CheckInput label={title} checked={wish.isUsed} onValue={(isUsed) => onWish({ ...wish, isUsed })} />
      {wish.isUsed && (
        <div className="form-row service-row">
          <Choice
            label={isAzure ? 'Deployment' : 'Model'}
            name={`services.${service}.model`}
            hint={atHand.words}
            value={wish.model}
            fallback={model}
            known={[...atHand.models, ...models]}
            onValue={(next) => onWish({ ...wish, model: next })}
          />
          {hasVoice(service) && (
            <Choice
              label="Voice"
              name={`services.${service}.voice`}
              value={wish.voice}
              // A speech-to-speech server has its own default voice.
              fallback={voice ?? (service === 'endToEnd' ? 'that of the server' : undefined)}
              known={voices}
              onValue={(next) => onWish({ ...wish, voice: next })}
            />
          )}
        </div>
      )}
    </fieldset>
  );
}

/** A text with suggestions. */
function Choice(props: {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly value: string;
  /** Default while it is empty; undefined: required. */
  readonly fallback: string | undefined;
  readonly known: readonly string[];
  readonly onValue: (value: string) => void;
}) {
  const { label, name, hint, value, fallback, known, onValue } = props;
  const listId = `known-${name}`;
  return (
    <div>
      <Field label={label} hint={hint} name={name}>
        {(ids) => (
          <TextInput
            {...ids}
            list={listId}
            maxLength={200}
            required={fallback === undefined}
            placeholder={fallback}
            value={value}
            onValue={onValue}
          />
        )}
      </Field>
      <datalist id={listId}>
        {[...new Set(known)].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  );
}
