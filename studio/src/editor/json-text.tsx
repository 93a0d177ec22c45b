import { useEffect, useRef, useState } from 'react';
import { TextArea } from '../ui/inputs.js';
import { DraftField } from './draft-field.js';
import { isObject, type Json } from './json.js';

interface Props {
  /** Its place in the draft; absent elsewhere. */
  readonly path?: readonly string[];
  readonly label: string;
  readonly hint?: string;
  readonly value: Json | undefined;
  readonly onValue: (value: Json | undefined) => void;
}

const written = (value: Json | undefined) => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** An object with arbitrary fields, as JSON. Applied as soon as it is valid. */
export function JsonText({ path = [], label, hint, value, onValue }: Props) {
  const [text, setText] = useState<string>();
  const [error, setError] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // Blocks submitting the form with invalid JSON: the previous value would be sent.
  useEffect(() => field.current?.setCustomValidity(error), [error]);
  const change = (next: string) => {
    setText(next);
    if (next.trim() === '') {
      setError('');
      return onValue(undefined);
    }
    const parsed = parse(next);
    setError(parsed.error);
    if (parsed.value !== undefined) onValue(parsed.value);
  };
  const shown = text ?? written(value);
  // As many lines as after formatting, so that the content below does not move when the field loses focus.
  const lines = Math.max(...[shown, written(value)].map((one) => one.split('\n').length));
  return (
    <DraftField path={path} label={label} hint={hint} error={error}>
      {(ids) => (
        <TextArea
          {...ids}
          ref={field}
          className="mono"
          spellCheck={false}
          rows={Math.min(12, lines + 1)}
          placeholder="{ }"
          value={shown}
          onValue={change}
          onBlur={() => error === '' && setText(undefined)}
        />
      )}
    </DraftField>
  );
}

function parse(text: string): { readonly value?: Json; readonly error: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value, error: '' } : { error: 'This must be an object: { … }' };
  } catch (error) {
    return { error: error instanceof Error ? `Not JSON yet: ${error.message}` : 'Not JSON yet.' };
  }
}
