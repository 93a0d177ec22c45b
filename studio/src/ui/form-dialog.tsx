import { type SubmitEvent, type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';
import { FormFoot } from './form-foot.js';
import { FormField } from './form-field.js';
import type { FieldSpec, FormValues } from './form-spec.js';

interface FormDialogProps<V extends FormValues> {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly action: string;
  readonly initial: V;
  readonly fields: readonly FieldSpec<V>[];
  readonly wide?: boolean;
  /** What comes of it is shown in its place: the caller closes it. */
  readonly stayOpen?: boolean;
  readonly onSubmit: (values: V) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form in a window: closes when it is done, stays and says why when it is not. */
export function FormDialog<V extends FormValues>(props: FormDialogProps<V>) {
  const { title, lead, action, initial, fields, wide, onSubmit, onClose } = props;
  const [first] = useState(initial);
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    onSubmit(values).then(props.stayOpen === true ? undefined : onClose, (cause: unknown) => {
      setError(cause);
      setBusy(false);
    });
  };
  const unsaved = fields.some(({ name }) => !isSame(values[name], first[name]));
  return (
    <Dialog title={title} lead={lead} wide={wide} unsaved={unsaved} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {fields
          .filter(({ when }) => when === undefined || when(values))
          .map((spec) => (
            <FormField
              key={spec.name}
              spec={spec}
              value={values[spec.name]}
              onValue={(value) => setValues((all) => ({ ...all, [spec.name]: value }))}
            />
          ))}
        <FormFoot action={action} error={error} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
