import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';
import { Form } from './form.js';
import { FormFoot } from './form-foot.js';
import { FormField, pathOf, shownOf } from './form-field.js';
import type { FieldSpec, FormValue, FormValues } from './form-spec.js';

type FieldsOf<V extends FormValues> = readonly FieldSpec<V>[] | ((values: V) => readonly FieldSpec<V>[]);

interface FormDialogProps<V extends FormValues> {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly action: string;
  readonly initial: V;
  /** All of them, or those that suit the values. */
  readonly fields: FieldsOf<V>;
  readonly wide?: boolean;
  /** The result replaces the form: the caller closes it. */
  readonly stayOpen?: boolean;
  readonly onSubmit: (values: V) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form in a dialog: closes on success; on failure it stays open and says why. */
export function FormDialog<V extends FormValues>(props: FormDialogProps<V>) {
  const { title, lead, action, initial, wide, onSubmit, onClose } = props;
  const [first] = useState(initial);
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const fields = typeof props.fields === 'function' ? props.fields(values) : props.fields;
  const shown = fields.filter(({ when }) => when === undefined || when(values));
  const submit = () => {
    setBusy(true);
    setError(undefined);
    onSubmit(asShown(values, shown)).then(props.stayOpen === true ? undefined : onClose, (cause: unknown) => {
      setError(cause);
      setBusy(false);
    });
  };
  const unsaved = fields.some(({ name }) => !isSame(values[name], first[name]));
  const change = (part: Partial<V>) => setValues((all) => ({ ...all, ...part }));
  return (
    <Dialog title={title} lead={lead} wide={wide} unsaved={unsaved} onClose={onClose}>
      <Form error={error} labels={labelsOf(shown)} onSubmit={submit}>
        <Fields fields={shown} values={values} onChange={change} />
        <FormFoot action={action} isBusy={isBusy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

interface FieldsProps<V extends FormValues> {
  readonly fields: readonly FieldSpec<V>[];
  readonly values: V;
  readonly onChange: (part: Partial<V>) => void;
}

function Fields<V extends FormValues>({ fields, values, onChange }: FieldsProps<V>) {
  const field = (spec: FieldSpec<V>) => (
    <FormField
      key={spec.name}
      spec={spec}
      value={values[spec.name]}
      onValue={(value) => onChange(partOf(spec, value))}
    />
  );
  const folded = fields.filter(({ advanced }) => advanced === true);
  return (
    <>
      {fields.filter(({ advanced }) => advanced !== true).map(field)}
      {folded.length > 0 && (
        <details className="more-options">
          <summary>Advanced</summary>
          <div className="stack">{folded.map(field)}</div>
        </details>
      )}
    </>
  );
}

/** The field's new value, and those that it puts into others. */
function partOf<V extends FormValues>(spec: FieldSpec<V>, value: FormValue): Partial<V> {
  const others = spec.kind === 'choice' && typeof value === 'string' ? spec.sets?.(value) : undefined;
  return { [spec.name]: value, ...others } as Partial<V>;
}

/** Saves only the values of shown fields. */
const asShown = <V extends FormValues>(values: V, shown: readonly FieldSpec<V>[]): V => ({
  ...values,
  ...Object.fromEntries(shown.map((spec) => [spec.name, shownOf(spec, values[spec.name])])),
});

const labelsOf = <V extends FormValues>(fields: readonly FieldSpec<V>[]) =>
  Object.fromEntries(fields.map((spec) => [pathOf(spec), spec.label]));

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
