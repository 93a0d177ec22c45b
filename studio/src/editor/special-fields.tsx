import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { modelsQuery, providersQuery, voicesQuery } from '../providers/queries.js';
import { SelectInput, TextArea, TextInput } from '../ui/inputs.js';
import { Field } from '../ui/field.js';
import { pointerOf } from './document-faults.js';
import { type Json, type JsonObject, objectOf, stringOf, withField } from './json.js';
import { DraftField, useDraftFault } from './draft-field.js';
import { Listen } from './listen.js';
import { JsonText } from './json-text.js';
import type { SchemaFieldProps } from './schema-field.js';
import type { PromptTextProps } from './prompt-text.js';
import { labelOf } from './words.js';

/** If the server is away and the editor can't be loaded, a plain field must still work. */
const PromptText = lazy(() =>
  import('./prompt-text.js').then(
    ({ PromptText }) => ({ default: PromptText }),
    () => ({ default: PlainText }),
  ),
);

const SPECIAL = /^(prompt|greeting|voice\.voiceId|models\.(endToEnd|traditional\.(stt|llm|tts)))$/;

/** Whether a field has a custom component. */
export const isSpecial = (path: readonly string[]): boolean => SPECIAL.test(path.join('.'));

/** A field for which `isSpecial`. */
export function SpecialField(props: SchemaFieldProps) {
  const place = props.path.join('.');
  if (place === 'voice.voiceId') return <VoiceField {...props} />;
  if (place.startsWith('models.')) return <StageField {...props} />;
  return <VariableField {...props} />;
}

/** A text with placeholders for values of the call. */
function VariableField({ path, schema, value, onValue }: SchemaFieldProps) {
  const fault = useDraftFault(path);
  return (
    <Suspense fallback={<div className="prompt-loading" />}>
      <PromptText
        pointer={pointerOf(path)}
        label={labelOf(path)}
        hint={schema.description}
        error={fault}
        value={stringOf(value)}
        isLong={path[0] === 'prompt'}
        onValue={(text) => onValue(text === '' && path[0] === 'prompt' ? undefined : text)}
      />
    </Suspense>
  );
}

function PlainText({ pointer, label, hint, error, value, onValue }: PromptTextProps) {
  return (
    <div data-pointer={pointer}>
      <Field label={label} hint={hint} error={error}>
        {(ids) => <TextArea {...ids} rows={6} value={value} onValue={onValue} />}
      </Field>
    </div>
  );
}

function VoiceField({ path, value, onValue }: SchemaFieldProps) {
  const { data = [] } = useQuery(voicesQuery);
  const listId = `voices-${path.join('-')}`;
  return (
    <DraftField path={path} hint="A voice of the provider that speaks. Empty: its default.">
      {(ids) => (
        <>
          <div className="row">
            <TextInput
              {...ids}
              list={listId}
              placeholder="default"
              value={stringOf(value)}
              onValue={(text) => onValue(text || undefined)}
            />
            <Listen />
          </div>
          <datalist id={listId}>
            {data.map(({ provider, service, voiceId }) => (
              <option key={`${provider} ${service} ${voiceId}`} value={voiceId}>
                {provider}
              </option>
            ))}
          </datalist>
        </>
      )}
    </DraftField>
  );
}

/** Provider and model of one stage, chosen from the configured ones. */
function StageField({ path, value, onValue }: SchemaFieldProps) {
  const service = path.at(-1) ?? '';
  const stage = objectOf(value);
  const provider = stringOf(stage.provider);
  const options = useProviderOptions(service, provider);
  const set = (name: string, next: Json | undefined) => onValue(withField(stage, name, next));
  return (
    <div className="stage-field">
      <DraftField path={[...path, 'provider']} label={labelOf(path)}>
        {(ids) => (
          <SelectInput
            {...ids}
            value={provider}
            options={options}
            onValue={(name) => onValue(name === '' ? undefined : { provider: name })}
          />
        )}
      </DraftField>
      {provider !== '' && (
        <>
          <ModelField
            service={service}
            stage={stage}
            path={path}
            onValue={(model) => set('modelId', model)}
          />
          <details className="more-options">
            <summary>Options</summary>
            <JsonText
              path={[...path, 'options']}
              label="Options of the provider"
              value={stage.options}
              onValue={(next) => set('options', next)}
            />
          </details>
        </>
      )}
    </div>
  );
}

/** The providers of a service, and the chosen one even if it is no longer among them. */
function useProviderOptions(service: string, chosen: string) {
  const { data } = useQuery(providersQuery);
  const names = (data?.providers ?? []).filter(({ services }) => service in services).map(({ name }) => name);
  const all = chosen === '' || names.includes(chosen) ? names : [...names, chosen];
  return [
    { value: '', label: 'Default of the instance' },
    ...all.map((name) => ({ value: name, label: name })),
  ];
}

interface ModelFieldProps extends Pick<SchemaFieldProps, 'path'> {
  readonly service: string;
  readonly stage: JsonObject;
  readonly onValue: (modelId: string | undefined) => void;
}

/** A model of the stage's provider: a known one, or any other. */
function ModelField({ service, stage, path, onValue }: ModelFieldProps) {
  const { data: models = [] } = useQuery(modelsQuery);
  const known = models.filter((model) => model.provider === stage.provider && model.service === service);
  const listId = `models-${path.join('-')}`;
  return (
    <>
      <DraftField path={[...path, 'modelId']} label="Model">
        {(ids) => (
          <TextInput
            {...ids}
            list={listId}
            placeholder="default"
            value={stringOf(stage.modelId)}
            onValue={(text) => onValue(text || undefined)}
          />
        )}
      </DraftField>
      <datalist id={listId}>
        {known.map(({ modelId }) => (
          <option key={modelId} value={modelId} />
        ))}
      </datalist>
    </>
  );
}
