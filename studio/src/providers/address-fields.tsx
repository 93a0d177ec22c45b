import { type ReactNode, useState } from 'react';
import { Field } from '../ui/field.js';
import { TextInput } from '../ui/inputs.js';
import type { Preset, Provider } from './services.js';
import type { Reached } from './use-model-lists.js';

interface Props {
  readonly preset: Preset;
  readonly provider: Provider | undefined;
  readonly reached: Reached;
  readonly faultOf: (path: string) => string | undefined;
  readonly onReached: (reached: Reached) => void;
  /** The address or key was edited and the field left. */
  readonly onLeft: () => void;
}

/** Address and key of a provider. */
export function AddressFields({ preset, provider, reached, faultOf, onReached, onLeft }: Props) {
  const [known, setKnown] = useState(reached);
  const left = () => {
    if (known.url === reached.url && known.apiKey === reached.apiKey) return;
    setKnown(reached);
    onLeft();
  };
  const hasKey = provider?.hasApiKey === true;
  const field = (name: keyof Reached, label: string, more: TextProps, hint?: ReactNode) => (
    <Field label={label} name={name} error={faultOf(name)} hint={hint}>
      {(ids) => (
        <TextInput
          {...ids}
          {...more}
          value={reached[name]}
          onValue={(value) => onReached({ ...reached, [name]: value })}
          onBlur={left}
        />
      )}
    </Field>
  );
  return (
    <>
      {!provider && field('name', 'Name', NAME, 'What agents choose it by.')}
      {field('url', 'Address', {
        type: 'url',
        required: preset.url === undefined,
        placeholder: preset.url ?? 'https://models.example.com/v1',
      })}
      {field(
        'apiKey',
        'API key',
        { ...KEY, required: preset.apiKey === 'required' && !hasKey },
        hasKey && 'Empty: as it is.',
      )}
    </>
  );
}

type TextProps = Omit<Parameters<typeof TextInput>[0], 'value' | 'onValue'>;

const NAME: TextProps = {
  required: true,
  pattern: '[a-z0-9][a-z0-9\\-]{0,63}',
  title: 'Small letters, digits and -, as in my-openai',
};
const KEY: TextProps = { type: 'password', autoComplete: 'new-password' };
