import { fillFormPlaces } from '../agent-document/agent-form.js';
import { type Form, type FormField, isReadBack, labelOf, MAX_QUESTIONS } from './form.js';
import {
  type FormQuestion,
  type FormState,
  type FormStep,
  REVIEW,
  withoutKey,
  withSkipped,
} from './form-state.js';
import {
  type FormValue,
  spelledValue,
  spokenValue,
  type ValueContext,
  type ValueType,
} from './values/index.js';

/** Types that are echoed after the answer instead of being confirmed: a caller who hears an error corrects it. */
const ECHOED: ReadonlySet<ValueType> = new Set(['date', 'time', 'datetime', 'duration', 'money']);
/** Types that are asked for letter by letter once they were misheard. */
const SPELLABLE: ReadonlySet<ValueType> = new Set(['email', 'name', 'spelled']);
const WHAT_TO_CHANGE = 'What should I change?';
const LEFT = "Let's leave that, then.";

export interface Before {
  /** Said first. */
  readonly say?: string;
  /** The state before the caller's turn, to find new values. */
  readonly before?: FormState;
  /** Fields that the caller corrected. */
  readonly changed?: readonly string[];
  /** The caller has rejected the values. */
  readonly isWrong?: boolean;
  /** The value that is asked for was misheard. */
  readonly isMisheard?: boolean;
}

export function ofField(form: Form, name: string): FormField {
  const field = form.fields.find((one) => one.name === name);
  if (!field) throw new Error(`The form has no field ${name}`);
  return field;
}

/** The next question: a choice between several values, a confirmation, a missing value, or the review. */
export function nextStep(form: Form, state: FormState, context: ValueContext, given: Before): FormStep {
  const echo = echoOf(form, state, context, given);
  const say = [given.say, echo].filter((text) => text !== undefined);
  const question =
    given.isWrong === true ? ({ kind: 'change' } as const) : questionFor(form, state, given.isMisheard);
  if (!question) return { state, say, outcome: 'completed' };
  const count = (state.asked[nameOf(question)] ?? 0) + 1;
  if (count > MAX_QUESTIONS) return unanswered(form, state, question, context, say);
  const asked = { ...state.asked, [nameOf(question)]: count };
  const next = { ...state, asked, step: question };
  return { state: next, say: [...say, wordsOf(question, form, next, context)], outcome: 'open' };
}

function questionFor(form: Form, state: FormState, isMisheard = false): FormQuestion | undefined {
  for (const field of form.fields) {
    const { name } = field;
    if (state.skipped.includes(name)) continue;
    if (Object.hasOwn(state.doubts, name)) return { kind: 'choose', field: name };
    if (!Object.hasOwn(state.values, name)) continue;
    if (isReadBack(field) && !state.confirmed.includes(name)) return { kind: 'confirm', field: name };
  }
  const open = form.fields.find(
    ({ name }) => !Object.hasOwn(state.values, name) && !state.skipped.includes(name),
  );
  if (open) {
    const { name, type } = open;
    const wasSpelled = state.step.kind === 'spell' && state.step.field === name;
    return { kind: SPELLABLE.has(type) && (isMisheard || wasSpelled) ? 'spell' : 'ask', field: name };
  }
  const isConfirmed = form.fields.every(
    ({ name }) => !Object.hasOwn(state.values, name) || state.confirmed.includes(name),
  );
  const isReviewed = isConfirmed && (form.fields.length === 1 || (state.asked[REVIEW] ?? 0) > 0);
  return isReviewed ? undefined : { kind: 'review' };
}

/** The key under which a question is counted. Reading a value back does not count as asking for it. */
export function nameOf(question: FormQuestion): string {
  if (question.kind === 'review' || question.kind === 'change') return question.kind;
  const isAsked = question.kind === 'ask' || question.kind === 'spell';
  return isAsked ? question.field : `${question.kind} ${question.field}`;
}

/** Limits how often a question is asked. */
function unanswered(
  form: Form,
  state: FormState,
  question: FormQuestion,
  context: ValueContext,
  say: readonly string[],
): FormStep {
  if (question.kind === 'choose') {
    // The likelier one, which the review reads back.
    return nextStep(form, { ...state, doubts: withoutKey(state.doubts, question.field) }, context, {});
  }
  const field = 'field' in question ? ofField(form, question.field) : undefined;
  if (field && (field.optional === true || form.unanswered === 'skip'))
    return nextStep(form, withSkipped(state, field.name), context, {});
  if (form.unanswered === 'transfer') return { state, say: [], outcome: 'transfer' };
  return { state, say: [...say.slice(0, 1), LEFT], outcome: 'left' };
}

function wordsOf(question: FormQuestion, form: Form, state: FormState, context: ValueContext): string {
  switch (question.kind) {
    case 'ask':
      return asking(ofField(form, question.field), form, state, context);
    case 'spell':
      return spelling(ofField(form, question.field), state);
    case 'confirm': {
      const { type, name } = ofField(form, question.field);
      return `I have ${spelledValue(type, state.values[name] ?? '', context)}. Is that right?`;
    }
    case 'choose': {
      const { type } = ofField(form, question.field);
      const among = (state.doubts[question.field] ?? []).map((one) => spokenValue(type, one, context));
      return `Do you mean ${among.join(' or ')}?`;
    }
    case 'review':
      return reviewOf(form, state, context);
    case 'change':
      return WHAT_TO_CHANGE;
  }
}

function asking(field: FormField, form: Form, state: FormState, context: ValueContext): string {
  const half = state.halves[field.name];
  if (half?.date !== undefined) return 'At what time?';
  if (half?.time !== undefined) return 'On which day?';
  return fillForm(field.ask, form, state.values, context);
}

function spelling({ type, name }: FormField, { halves }: FormState): string {
  if (type === 'spelled') return 'Please spell it with a word for each letter, such as A as in Alpha.';
  const domain = halves[name]?.domain;
  const ofAddress = domain === undefined ? 'the address' : `the part before "at ${domain}"`;
  const what = type === 'name' ? 'the name' : ofAddress;
  return `Please spell ${what}, letter by letter.`;
}

function reviewOf(form: Form, state: FormState, context: ValueContext): string {
  const isWhole = form.fields.every(({ name }) => Object.hasOwn(state.values, name));
  if (form.review !== undefined && isWhole) return fillForm(form.review, form, state.values, context);
  const said = form.fields.filter(({ name }) => Object.hasOwn(state.values, name));
  return `So that's ${said.map((field) => `${labelOf(field)}: ${spoken(field, state, context)}`).join(', ')}. Is that right?`;
}

const spoken = (field: FormField, state: FormState, context: ValueContext): string =>
  spokenValue(field.type, state.values[field.name] ?? '', context);

function echoOf(
  form: Form,
  state: FormState,
  context: ValueContext,
  { before, changed }: Before,
): string | undefined {
  if (!before) return undefined;
  const fields = form.fields.filter((field) => {
    const isNew =
      Object.hasOwn(state.values, field.name) && state.values[field.name] !== before.values[field.name];
    const isCertain = !Object.hasOwn(state.doubts, field.name) && !isReadBack(field);
    return isNew && isCertain && (ECHOED.has(field.type) || changed?.includes(field.name));
  });
  if (fields.length === 0) return changed?.length ? 'All right.' : undefined;
  const said = fields.map((field) => spoken(field, state, context)).join(', ');
  return `${changed?.length ? 'All right, ' : ''}${said}.`;
}

/** The author's text with form values inserted. */
export function fillForm(
  text: string,
  form: Form,
  values: Readonly<Record<string, FormValue>>,
  context: ValueContext,
): string {
  return fillFormPlaces(text, (name) => {
    const field = form.fields.find((one) => one.name === name);
    const value = values[name];
    return field && value !== undefined ? spokenValue(field.type, value, context) : '';
  });
}
