import type { Form } from './form.js';
import { ofField } from './form-questions.js';
import type { FormState } from './form-state.js';
import {
  type EndOfDictation,
  endOfDictation,
  MOST_OF_ANSWER,
  searchedText,
  repeatsValue,
  type ValueContext,
  yesOrNo,
} from './values/index.js';

/** A longer yes may continue with a "but". */
const PLAIN_YES_WORDS = 3;

/** Whether a pause at this point ends the answer; undefined if the form can't decide. */
export function endOfAnswer(
  form: Form,
  { step, values, halves }: FormState,
  said: string,
  context: ValueContext,
): EndOfDictation {
  const text = searchedText(said, MOST_OF_ANSWER);
  const isYesAsked = step.kind === 'confirm' || step.kind === 'review';
  if (isYesAsked && yesOrNo(text) === true && text.trim().split(/\s+/).length <= PLAIN_YES_WORDS)
    return 'complete';
  if (!('field' in step)) return undefined;
  const field = ofField(form, step.field);
  const isSpelled =
    step.kind === 'spell' && (field.type !== 'email' || halves[field.name]?.domain !== undefined);
  const end = endOfDictation(text, isSpelled ? { type: 'spelled' } : field, context);
  if (step.kind === 'ask' || step.kind === 'spell' || end === 'complete') return end;
  return repeatsValue(text, field, values[field.name], context) ? end : undefined;
}
