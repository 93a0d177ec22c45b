import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react';

export function TextInput({
  value,
  onValue,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'value'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      className="input"
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

export function TextArea({
  value,
  onValue,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={`input ${rest.className ?? ''}`}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: string;
  /** Beside the label of a checkbox. */
  readonly hint?: ReactNode;
}

export const optionsOf = <V extends string>(values: readonly V[]): Option<V>[] =>
  values.map((value) => ({ value, label: value }));

interface SelectProps<V extends string> {
  readonly id?: string;
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onValue: (value: V) => void;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
}

/** The native select: it works with every keyboard, screen reader and phone. */
export function SelectInput<V extends string>({ options, onValue, ...rest }: SelectProps<V>) {
  const choose = (chosen: string) => {
    const option = options.find(({ value }) => value === chosen);
    if (option) onValue(option.value);
  };
  // For an unknown value the browser would show the first option.
  const isKnown = options.some(({ value }) => value === rest.value);
  return (
    <select {...rest} className="input" onChange={(event) => choose(event.target.value)}>
      {!isKnown && <option value={rest.value}>{rest.value || 'Choose…'}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function CheckInput(props: {
  readonly checked: boolean;
  readonly onValue: (checked: boolean) => void;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  /** If the label is not enough. */
  readonly 'aria-label'?: string;
}) {
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={props['aria-label']}
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onValue(event.target.checked)}
      />
      <span>
        {props.label}
        {props.hint && <span className="field-hint"> {props.hint}</span>}
      </span>
    </label>
  );
}

/** A choice of few options, all visible. */
export function Segments<V extends string>(props: {
  readonly label: string;
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly disabled?: boolean;
  readonly onValue: (value: V) => void;
}) {
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={props.label}>
      {props.options.map(({ value, label }) => (
        <label key={value} className="segment">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            disabled={props.disabled}
            onChange={() => props.onValue(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
