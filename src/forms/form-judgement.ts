import type { Form } from './form.js';
import { ofField } from './form-questions.js';
import type { FormState } from './form-state.js';
import { isIncomplete, isWhole, type ValueContext, yesOrNo } from './values/index.js';

/** Whether the caller dictates: what was said so far is the beginning of what was asked for. */
export function isDictating(form: Form, { step }: FormState, text: string, context: ValueContext): boolean {
  return step.kind === 'ask' && isIncomplete(text, ofField(form, step.field), context);
}

/** Whether it is all of it: there is nothing to wait for. */
export function isSaid(form: Form, { step }: FormState, text: string, context: ValueContext): boolean {
  if (step.kind === 'ask') return isWhole(text, ofField(form, step.field), context);
  return (
    (step.kind === 'confirm' || step.kind === 'review') &&
    yesOrNo(text) === true &&
    text.trim().split(/\s+/).length <= 3
  );
}
