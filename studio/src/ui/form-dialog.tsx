import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';
import { Form } from './form.js';
import { FormFoot } from './form-foot.js';
import { FormField, pathOf, shownOf } from './form-field.js';
import type { FieldSpec, FormValues } from './form-spec.js';

interface FormDialogProps<V extends FormValues> {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly action: string;
  readonly initial: V;
  readonly fields: readonly FieldSpec<V>[];
  readonly wide?: boolean;
  /** The result replaces the form: the caller closes it. */
  readonly stayOpen?: boolean;
  readonly onSubmit: (values: V) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form in a dialog: closes on success; on failure it stays open and says why. */
export function FormDialog<V extends FormValues>(props: FormDialogProps<V>) {
  const { title, lead, action, initial, fields, wide, onSubmit, onClose } = props;
  const [first] = useState(initial);
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
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
  return (
    <Dialog title={title} lead={lead} wide={wide} unsaved={unsaved} onClose={onClose}>
      <Form error={error} labels={labelsOf(shown)} onSubmit={submit}>
        {shown.map((spec) => (
          <FormField
            key={spec.name}
            spec={spec}
            value={values[spec.name]}
            onValue={(value) => setValues((all) => ({ ...all, [spec.name]: value }))}
          />
        ))}
        <FormFoot action={action} isBusy={isBusy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Saves only the values of shown fields. */
const asShown = <V extends FormValues>(values: V, shown: readonly FieldSpec<V>[]): V => ({
  ...values,
  ...Object.fromEntries(shown.map((spec) => [spec.name, shownOf(spec, values[spec.name])])),
});

const labelsOf = <V extends FormValues>(fields: readonly FieldSpec<V>[]) =>
  Object.fromEntries(fields.map((spec) => [pathOf(spec), spec.label]));

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
