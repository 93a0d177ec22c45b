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
  /** Its API path, to show the server's errors about it. */
  readonly name?: string;
  readonly className?: string;
  /** Renders the control with the ids that connect it to label, hint and error. */
  readonly children: (ids: FieldIds) => ReactNode;
}

/** A control with its label, hint and error. */
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

/** Shows a validation error at the control instead of in a browser popup, and focuses the first one. */
function takeInvalid(event: SyntheticEvent): string {
  event.preventDefault();
  const control = event.target as Control;
  if (control.form?.querySelector(CONTROLS) === control) leadTo(control);
  if (control.validity.valueMissing) return 'Fill this in.';
  return control.validationMessage;
}
