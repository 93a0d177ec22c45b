import type { FormValue, KnownHalf, Reading } from './values/index.js';

/** How far a form is; plain JSON, so that it is kept with what was said. */
export interface FormState {
  readonly form: string;
  readonly values: Readonly<Record<string, FormValue>>;
  /** Names of fields, in the order in which their values were last said. */
  readonly said: readonly string[];
  /** Fields whose values were read back and are right. */
  readonly confirmed: readonly string[];
  /** Fields that the form goes on without. */
  readonly skipped: readonly string[];
  /** How often each field was asked for, and the review under `review`. */
  readonly asked: Readonly<Record<string, number>>;
  /** Fields of which several values may be meant. */
  readonly doubts: Readonly<Record<string, readonly FormValue[]>>;
  /** A date whose time is missing, or the other way round. */
  readonly halves: Readonly<Record<string, KnownHalf>>;
  readonly step: FormQuestion;
}

/** What the caller was asked last. */
export type FormQuestion =
  | { readonly kind: 'ask'; readonly field: string }
  /** Whether a value is right. */
  | { readonly kind: 'confirm'; readonly field: string }
  /** Which of several values is meant. */
  | { readonly kind: 'choose'; readonly field: string }
  /** Whether all of them are. */
  | { readonly kind: 'review' }
  /** What is wrong with them. */
  | { readonly kind: 'change' };

/** What became of a turn. */
export interface FormStep {
  readonly state: FormState;
  /** What to say, in order. */
  readonly say: readonly string[];
  readonly outcome: 'open' | 'completed' | 'cancelled' | 'left' | 'transfer';
  /** Nothing was made of what the caller said. */
  readonly isLost?: boolean;
}

/** What the caller said or pressed. */
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

/** With what was understood of a field: a value, several of which one is meant, or half of a date with a time. */
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

/** As if nothing had been said of a field. */
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

/** What was read back of these fields is right. */
export const withConfirmed = (state: FormState, names: readonly string[]): FormState => ({
  ...state,
  confirmed: [...state.confirmed, ...names],
});

/** The form goes on without the field. */
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
