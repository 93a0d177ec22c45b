import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Form } from './form.js';
import { nextStep } from './form-questions.js';
import { type FormState, type FormStep, withoutValue } from './form-state.js';
import type { ValueContext } from './values/index.js';

const MOST_SAID = 500;

/** The answer of a tool that needs other values: `{"ask": ["time"], "say": "We are full at eight."}`. */
const WithOthers = Type.Object({
  ask: Type.Array(Type.String(), { minItems: 1 }),
  say: Type.Optional(Type.String()),
});

/**
 * The form with the fields reopened that its tool asks for. `refused` if it names no field of the form, undefined if
 * the tool has succeeded.
 */
export function reopened(
  form: Form,
  state: FormState,
  answer: string,
  context: ValueContext,
): FormStep | 'refused' | undefined {
  const wanted = jsonOf(answer);
  if (!Value.Check(WithOthers, wanted)) return undefined;
  const names = form.fields.map(({ name }) => name).filter((name) => wanted.ask.includes(name));
  if (names.length === 0) return 'refused';
  const say = wanted.say?.slice(0, MOST_SAID);
  return nextStep(form, names.reduce(withoutValue, state), context, { ...(say !== undefined && { say }) });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
