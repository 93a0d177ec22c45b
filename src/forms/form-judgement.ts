import type { Form } from './form.js';
import { ofField } from './form-questions.js';
import type { FormState } from './form-state.js';
import { type EndOfDictation, endOfDictation, type ValueContext, yesOrNo } from './values/index.js';

/** A longer yes may continue with a "but". */
const PLAIN_YES_WORDS = 3;

/** Whether a pause at this point ends the answer; undefined if the form can't decide. */
export function endOfAnswer(
  form: Form,
  { step }: FormState,
  text: string,
  context: ValueContext,
): EndOfDictation {
  const isYesAsked = step.kind === 'confirm' || step.kind === 'review';
  if (isYesAsked && yesOrNo(text) === true && text.trim().split(/\s+/).length <= PLAIN_YES_WORDS)
    return 'complete';
  const end = 'field' in step ? endOfDictation(text, ofField(form, step.field), context) : undefined;
  // A correction may consist of the end of the value only.
  return step.kind === 'ask' || end === 'complete' ? end : undefined;
}
