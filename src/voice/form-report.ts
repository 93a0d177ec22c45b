/** What became of a form that the caller filled in. */
interface FormReport {
  /** Of the form, in the document. */
  readonly name: string;
  /** `failed`: the caller confirmed the values, and its tool did not answer well. `left`: it wasn't filled in. */
  readonly outcome: 'completed' | 'failed' | 'cancelled' | 'left';
  /** By the names of fields; none of a form that wasn't filled in. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** How far a form is that the caller fills in; what became of it follows. */
interface FormProgress extends Pick<FormReport, 'name' | 'values'> {
  /** What whoever goes on with the conversation needs; plain JSON. */
  readonly kept: object;
}

export type FormEvent =
  ({ readonly kind: 'form' } & FormReport) | ({ readonly kind: 'form-progress' } & FormProgress);
