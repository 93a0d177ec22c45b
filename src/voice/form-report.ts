/** What became of a form that the caller filled in. */
export interface FormReport {
  /** Of the form, in the document. */
  readonly name: string;
  /** `failed`: the caller confirmed the values, and its tool did not answer well. `left`: it wasn't filled in. */
  readonly outcome: 'completed' | 'failed' | 'cancelled' | 'left';
  /** By the names of fields; none of a form that wasn't filled in. */
  readonly values: Readonly<Record<string, unknown>>;
}
