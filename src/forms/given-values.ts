import { type Form, type FormField, isAllowed } from './form.js';
import { nextStep } from './form-questions.js';
import {
  emptyState,
  type FormState,
  type FormStep,
  withConfirmed,
  withReading,
  withSkipped,
} from './form-state.js';
import { type Reading, readValue, spokenValue, type ValueContext } from './values/index.js';

/** Values from a model that talks to the caller. */
export interface Given {
  /** The caller's words by field name. */
  readonly values: Readonly<Record<string, string>>;
  /** Fields for which the caller has no value. */
  readonly skipped: readonly string[];
  /** The caller has confirmed the last values that were read back. */
  readonly isConfirmed: boolean;
}

/** Of all but texts. A model writes a value, and not the caller's whole answer. */
const LONGEST_GIVEN = 120;

export interface GivenStep extends FormStep {
  /** Why values were refused, by field name. */
  readonly problems: Readonly<Record<string, string>>;
}

/**
 * Applies a model's values to a form. They are parsed and read back exactly like the caller's own words.
 * @param state Absent for a new form.
 */
export function takeGiven(
  form: Form,
  state: FormState | undefined,
  given: Given,
  context: ValueContext,
): GivenStep {
  const before = state ?? emptyState(form.name, form.fields[0]?.name ?? '');
  const problems: Record<string, string> = {};
  let next = before;
  for (const field of form.fields) {
    const { name } = field;
    const said = given.values[name];
    if (said === undefined) {
      const mayBeSkipped = given.skipped.includes(name) && field.optional === true;
      if (mayBeSkipped) next = withSkipped(next, name);
      continue;
    }
    const isValue = field.type === 'text' || said.length <= LONGEST_GIVEN;
    const reading = isValue ? readValue(said, field, context, before.halves[name]) : undefined;
    const problem = problemOf(field, reading, context);
    if (problem !== undefined) problems[name] = problem;
    else if (reading && !isKnown(before, name, reading)) next = withReading(next, name, reading);
  }
  // The caller can't have confirmed values that it has not heard yet.
  const isConfirmed = given.isConfirmed && next === before && Object.keys(problems).length === 0;
  const step = nextStep(form, isConfirmed ? confirmed(next) : next, context, { before });
  return { ...step, problems };
}

function problemOf(
  { from = '00:00', until = '23:59', ...field }: FormField,
  reading: Reading | undefined,
  context: ValueContext,
): string | undefined {
  if (!reading) return `is no ${field.type} that I understand`;
  if (isAllowed({ ...field, from, until }, reading.value)) return undefined;
  const [first, last] = [from, until].map((time) => spokenValue('time', time, context));
  return `has to be between ${first} and ${last}`;
}

const isKnown = ({ values, doubts }: FormState, name: string, { value, others, half }: Reading): boolean =>
  half === undefined &&
  JSON.stringify(values[name]) === JSON.stringify(value) &&
  (others.length > 0 || !Object.hasOwn(doubts, name));

function confirmed(state: FormState): FormState {
  if (state.step.kind === 'confirm') return withConfirmed(state, [state.step.field]);
  return state.step.kind === 'review' ? withConfirmed(state, Object.keys(state.values)) : state;
}
