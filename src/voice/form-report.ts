interface FormReport {
  /** Of the form, in the document. */
  readonly name: string;
  /** `failed`: the caller confirmed the values, but the form's tool failed. `left`: the form was not completed. */
  readonly outcome: 'completed' | 'failed' | 'cancelled' | 'left';
  /** By field name; empty if the form was not completed. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Progress of a form; its outcome follows later. */
interface FormProgress extends Pick<FormReport, 'name' | 'values'> {
  /** The state that a takeover needs; plain JSON. */
  readonly kept: object;
}

export type FormEvent =
  ({ readonly kind: 'form' } & FormReport) | ({ readonly kind: 'form-progress' } & FormProgress);
