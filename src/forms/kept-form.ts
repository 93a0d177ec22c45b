import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Form } from './form.js';
import type { FormState } from './form-state.js';

const Money = Type.Object({ amount: Type.Number(), currency: Type.Optional(Type.String()) });
const FormValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Money]);
const Names = Type.Array(Type.String());
const Half = Type.Partial(Type.Object({ date: Type.String(), time: Type.String(), domain: Type.String() }));
const OfField = (kind: 'ask' | 'spell' | 'confirm' | 'choose') =>
  Type.Object({ kind: Type.Literal(kind), field: Type.String() });
const OfAll = (kind: 'review' | 'change') => Type.Object({ kind: Type.Literal(kind) });

const State = Type.Object({
  form: Type.String(),
  values: Type.Record(Type.String(), FormValue),
  said: Names,
  confirmed: Names,
  skipped: Names,
  asked: Type.Record(Type.String(), Type.Number()),
  doubts: Type.Record(Type.String(), Type.Array(FormValue)),
  halves: Type.Record(Type.String(), Half),
  step: Type.Union([
    ...[OfField('ask'), OfField('spell'), OfField('confirm'), OfField('choose')],
    ...[OfAll('review'), OfAll('change')],
  ]),
});

/** `acting`: all values are confirmed, and the completion tool was called. */
const Kept = Type.Object({ phase: Type.Union([Type.Literal('open'), Type.Literal('acting')]), state: State });

/** The stored state of an open form, as plain JSON. */
export interface KeptForm<F extends Form = Form> {
  readonly form: F;
  readonly phase: Static<typeof Kept>['phase'];
  readonly state: FormState;
}

/** Undefined if this release or this document can't continue the form. */
export function keptForm<F extends Form>(forms: readonly F[], kept: unknown): KeptForm<F> | undefined {
  // It comes from the database and may belong to an older document.
  if (!Value.Check(Kept, kept)) return undefined;
  const { state, phase } = kept;
  const form = forms.find(({ name }) => name === state.form);
  const isOfForm = form && namesOf(state).every((name) => form.fields.some((field) => field.name === name));
  return isOfForm ? { form, phase, state } : undefined;
}

const namesOf = ({ values, doubts, halves, skipped, step }: FormState): string[] => [
  ...Object.keys({ ...values, ...doubts, ...halves }),
  ...skipped,
  ...('field' in step ? [step.field] : []),
];
