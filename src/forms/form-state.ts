import { domainOf, type FormValue, type KnownHalf, type Reading } from './values/index.js';

/** The state of a form, as plain JSON, because it is stored with the transcript. */
export interface FormState {
  readonly form: string;
  readonly values: Readonly<Record<string, FormValue>>;
  /** Field names, ordered by when their values were last said. */
  readonly said: readonly string[];
  /** Fields with values that the caller has confirmed. */
  readonly confirmed: readonly string[];
  /** Fields that the form leaves empty. */
  readonly skipped: readonly string[];
  /** How often each field was asked for; the review counts under `review`. */
  readonly asked: Readonly<Record<string, number>>;
  /** Ambiguous fields with their possible values. */
  readonly doubts: Readonly<Record<string, readonly FormValue[]>>;
  /** A date without its time, a time without its date, or the domain of an address. */
  readonly halves: Readonly<Record<string, KnownHalf>>;
  readonly step: FormQuestion;
}

export type FormQuestion =
  | { readonly kind: 'ask'; readonly field: string }
  /** For a value letter by letter, after it was misheard. */
  | { readonly kind: 'spell'; readonly field: string }
  /** Whether a value is right. */
  | { readonly kind: 'confirm'; readonly field: string }
  /** The caller must choose between possible values. */
  | { readonly kind: 'choose'; readonly field: string }
  /** Whether all values are right. */
  | { readonly kind: 'review' }
  /** Which value is wrong. */
  | { readonly kind: 'change' };

/** The result of a turn. */
export interface FormStep {
  readonly state: FormState;
  /** What to say, in order. */
  readonly say: readonly string[];
  readonly outcome: 'open' | 'completed' | 'cancelled' | 'left' | 'transfer';
  /** Nothing in the turn was understood. */
  readonly isLost?: boolean;
}

/** What the caller said, or the keys that it pressed. */
export interface FormTurn {
  readonly text: string;
  readonly keys?: string | undefined;
}

export const REVIEW = 'review';

export const emptyState = (form: string, field: string): FormState => ({
  form,
  values: {},
  said: [],
  confirmed: [],
  skipped: [],
  asked: {},
  doubts: {},
  halves: {},
  step: { kind: 'ask', field },
});

/** Adds the reading of a field: a value, an ambiguous one, or half of a date with a time. */
export function withReading(state: FormState, field: string, { value, others, half }: Reading): FormState {
  const clean = withoutValue(state, field);
  if (half !== undefined && typeof value === 'string') {
    const known = { ...state.halves[field], [half]: value };
    return { ...clean, halves: { ...clean.halves, [field]: known } };
  }
  const said = [...clean.said, field];
  const values = { ...clean.values, [field]: value };
  const doubts = others.length > 0 ? { ...clean.doubts, [field]: [value, ...others] } : clean.doubts;
  return { ...clean, values, said, doubts };
}

export function withoutValue(state: FormState, field: string): FormState {
  return {
    ...state,
    values: withoutKey(state.values, field),
    doubts: withoutKey(state.doubts, field),
    halves: withoutKey(state.halves, field),
    said: without(state.said, field),
    confirmed: without(state.confirmed, field),
    skipped: without(state.skipped, field),
  };
}

/** Without a denied value, but at first with the domain of an address: what precedes it is more often misheard. */
export function withoutDenied(state: FormState, field: string): FormState {
  const isFirst = (state.asked[field] ?? 0) < 2;
  const domain = isFirst ? domainOf(state.values[field]) : undefined;
  const next = withoutValue(state, field);
  return domain === undefined ? next : { ...next, halves: { ...next.halves, [field]: { domain } } };
}

/** Marks fields as confirmed. */
export const withConfirmed = (state: FormState, names: readonly string[]): FormState => ({
  ...state,
  confirmed: [...state.confirmed, ...names],
});

/** Marks a field as skipped. */
export const withSkipped = (state: FormState, name: string): FormState => ({
  ...withoutValue(state, name),
  skipped: [...state.skipped, name],
});

export function withoutKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _dropped, ...rest } = record;
  return rest;
}

const without = (names: readonly string[], name: string): readonly string[] =>
  names.filter((one) => one !== name);
