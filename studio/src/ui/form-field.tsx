import type { ReactNode } from 'react';
import type { FieldSpec, FormValue, FormValues } from './form-spec.js';
import { Field } from './field.js';
import { CheckInput, SelectInput, TextArea, TextInput } from './inputs.js';
import { useFault } from './refusal.js';

interface Props<V extends FormValues> {
  readonly spec: FieldSpec<V>;
  readonly value: FormValue | undefined;
  readonly onValue: (value: FormValue) => void;
}

const textOf = (value: FormValue | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const listOf = (value: FormValue | undefined): readonly string[] => (typeof value === 'object' ? value : []);

export const pathOf = <V extends FormValues>({ name, path }: FieldSpec<V>): string => path ?? name;

export function FormField<V extends FormValues>({ spec, value, onValue }: Props<V>) {
  if (spec.kind === 'yes-no') {
    return (
      <Marked path={pathOf(spec)}>
        <CheckInput checked={value === true} label={spec.label} hint={spec.hint} onValue={onValue} />
      </Marked>
    );
  }
  if (spec.kind === 'checks') return <Checks spec={spec} value={listOf(value)} onValue={onValue} />;
  return (
    <Field label={spec.label} hint={spec.hint} name={pathOf(spec)}>
      {(ids) => <Control spec={spec} value={value} onValue={onValue} ids={ids} />}
    </Field>
  );
}

type ControlProps<V extends FormValues> = Props<V> & { readonly ids: { readonly id: string } };

function Control<V extends FormValues>({ spec, value, onValue, ids }: ControlProps<V>) {
  switch (spec.kind) {
    case 'choice':
      return (
        <SelectInput {...ids} value={textOf(shownOf(spec, value))} options={spec.options} onValue={onValue} />
      );
    case 'long-text': {
      const { required, rows = 4 } = spec;
      return <TextArea {...ids} value={textOf(value)} onValue={onValue} required={required} rows={rows} />;
    }
    case 'lines':
      return (
        <TextArea
          {...ids}
          value={listOf(value).join('\n')}
          placeholder={spec.placeholder}
          required={spec.required}
          onValue={(text) => onValue(text === '' ? [] : text.split('\n'))}
        />
      );
    case 'number':
    case 'text':
    case 'url':
    case 'password':
    case 'datetime-local':
      return <Line spec={spec} value={value} onValue={onValue} ids={ids} />;
    case 'checks':
    case 'yes-no':
      return null;
  }
}

type LineKind = 'number' | 'text' | 'url' | 'password' | 'datetime-local';

/** A single-line field. */
function Line<V extends FormValues>(
  props: Omit<ControlProps<V>, 'spec'> & { readonly spec: Extract<FieldSpec<V>, { kind: LineKind }> },
) {
  const { spec, value, onValue, ids } = props;
  if (spec.kind === 'number') {
    return (
      <TextInput
        {...ids}
        type="number"
        required
        min={spec.min}
        max={spec.max}
        value={textOf(value)}
        onValue={(text) => onValue(text === '' ? '' : Number(text))}
      />
    );
  }
  return (
    <TextInput
      {...ids}
      type={spec.kind}
      required={spec.required}
      placeholder={spec.placeholder}
      autoComplete={spec.kind === 'password' ? 'new-password' : 'off'}
      value={textOf(value)}
      onValue={onValue}
    />
  );
}

function Checks<V extends FormValues>(props: {
  readonly spec: Extract<FieldSpec<V>, { kind: 'checks' }>;
  readonly value: readonly string[];
  readonly onValue: (value: FormValue) => void;
}) {
  const { spec, value, onValue } = props;
  const toggle = (option: string, on: boolean) =>
    onValue(on ? [...value, option] : value.filter((one) => one !== option));
  return (
    <fieldset className="field">
      <legend>{spec.label}</legend>
      {spec.hint && <p className="field-hint">{spec.hint}</p>}
      <Marked path={pathOf(spec)}>
        <div className="checks">
          {spec.options.map((option) => (
            <CheckInput
              key={option.value}
              label={option.label}
              hint={option.hint}
              checked={value.includes(option.value)}
              onValue={(on) => toggle(option.value, on)}
            />
          ))}
        </div>
      </Marked>
    </fieldset>
  );
}
/** Checkboxes with their error. */
function Marked({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const { text, answer } = useFault(path);
  return (
    <div onInput={answer}>
      {children}
      {text !== '' && (
        <p className="field-error" role="alert">
          {text}
        </p>
      )}
    </div>
  );
}

/** The shown value of a field: for an unset choice, the first option. */
export function shownOf<V extends FormValues>(spec: FieldSpec<V>, value: FormValue | undefined) {
  return spec.kind === 'choice' && (value === '' || value === undefined) ? spec.options[0]?.value : value;
}

/** The non-empty entries of a multi-line field. */
export const entries = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '');
