import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { coded } from './coded.js';
import { leadTo } from './lead-to.js';
import { useFault } from './refusal.js';

interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Its path in the interface: what a refusal says of it is shown here. */
  readonly name?: string;
  readonly className?: string;
  /** Draws the control with the ids that tie it to label, hint and error. */
  readonly children: (ids: FieldIds) => ReactNode;
}

/** A control with its label, what it is for, and what is wrong with it. */
export function Field({ label, hint, error, name, className = '', children }: FieldProps) {
  const id = useId();
  const { text: refused, answer } = useFault(name);
  const [incomplete, setIncomplete] = useState('');
  const wrong = error || incomplete || refused;
  const edited = () => {
    setIncomplete('');
    answer();
  };
  const described = [hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      className={`field ${className}`}
      onInput={edited}
      onInvalidCapture={(event) => setIncomplete(takeInvalid(event))}
    >
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': wrong ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {coded(hint)}
        </p>
      )}
      {wrong && (
        <p id={`${id}-error`} className="field-error">
          {wrong}
        </p>
      )}
    </div>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const CONTROLS = ':is(input, select, textarea):invalid';

/** Says what is wrong with a control beside it instead of in a bubble of the browser, and leads to the first one. */
function takeInvalid(event: SyntheticEvent): string {
  event.preventDefault();
  const control = event.target as Control;
  if (control.form?.querySelector(CONTROLS) === control) leadTo(control);
  if (control.validity.valueMissing) return 'Fill this in.';
  return control.validationMessage;
}
