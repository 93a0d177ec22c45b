import type { ReactNode } from 'react';
import type { Option } from './inputs.js';

export type FormValue = string | boolean | number | readonly string[];
export type FormValues = Readonly<Record<string, FormValue>>;

interface Common<V extends FormValues> {
  readonly name: keyof V & string;
  /** Its API path in errors. Default: the name. */
  readonly path?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Few need it: it is folded away below the others. */
  readonly advanced?: boolean;
  /** Whether the field is shown, depending on the other values. */
  readonly when?: (values: V) => boolean;
}

/** A field of a form, as data. */
export type FieldSpec<V extends FormValues> = Common<V> &
  (
    | {
        readonly kind: 'text' | 'password' | 'url' | 'datetime-local';
        readonly required?: boolean;
        readonly placeholder?: string;
      }
    | { readonly kind: 'number'; readonly min?: number; readonly max?: number }
    | { readonly kind: 'long-text'; readonly required?: boolean; readonly rows?: number }
    /** One entry per line. */
    | { readonly kind: 'lines'; readonly placeholder?: string; readonly required?: boolean }
    | {
        readonly kind: 'choice';
        readonly options: readonly Option[];
        /** What a choice puts into other fields. */
        readonly sets?: (chosen: string) => Partial<V>;
      }
    | { readonly kind: 'checks'; readonly options: readonly Option[] }
    | { readonly kind: 'yes-no' }
  );
