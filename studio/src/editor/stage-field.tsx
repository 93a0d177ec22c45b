import { useQuery } from '@tanstack/react-query';
import { modelsQuery, providersQuery } from '../providers/queries.js';
import { SelectInput, TextInput } from '../ui/inputs.js';
import { type Json, type JsonObject, objectOf, stringOf, withField } from './json.js';
import { DraftField } from './draft-field.js';
import { JsonText } from './json-text.js';
import type { SchemaFieldProps } from './schema-field.js';
import { labelOf } from './words.js';

const STAGE = /^models\.(endToEnd|traditional\.(stt|llm|tts))$/;

/** Whether a field is the choice of a provider and a model. */
export const isStage = (path: readonly string[]): boolean => STAGE.test(path.join('.'));

/** Provider and model of one stage, chosen from the configured ones. */
export function StageField({ path, value, onValue }: SchemaFieldProps) {
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
