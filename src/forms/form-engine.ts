import { commandIn, type FormCommand } from './commands.js';
import { type Correction, correctionIn, isCorrecting } from './correction.js';
import { type Form, type FormField, isAllowed, nounsOf } from './form.js';
import { nameOf, nextStep, ofField } from './form-questions.js';
import {
  emptyState,
  type FormState,
  type FormStep,
  type FormTurn,
  withConfirmed,
  withoutDenied,
  withoutValue,
  withReading,
  withSkipped,
} from './form-state.js';
import {
  chosen,
  type FormValue,
  nameOffered,
  searchedText,
  type Reading,
  readValue,
  spokenValue,
  type ValueContext,
  valuesWithin,
  yesOrNo,
} from './values/index.js';

const NOT_UNDERSTOOD = "Sorry, I didn't get that.";
const CANCELLED = "All right, I've left that.";
const FROM_THE_BEGINNING = 'All right, from the beginning.';
/** The key under which corrections are counted; field names contain no blanks. */
const CORRECTED = 'all corrections';
const MOST_CORRECTIONS = 12;

/** Starts a form with the caller's words, which may already contain values. */
export function beginForm(form: Form, text: string, context: ValueContext): FormStep {
  const state = emptyState(form.name, form.fields[0]?.name ?? '');
  return nextStep(form, withSaid(form, state, searchedText(text), context), context, { before: state });
}

/** Applies an answer to a form; returns the next state and what to say. */
export function answerForm(form: Form, state: FormState, turn: FormTurn, context: ValueContext): FormStep {
  const whole = turn.keys === undefined ? turn.text : fromKeys(turn.keys, state);
  const text = searchedText(whole);
  const command = commandIn(text);
  const obeyed = command && obey(command, form, state, context);
  if (obeyed) return obeyed;
  const { step } = state;
  switch (step.kind) {
    case 'ask':
    case 'spell':
      return answered(form, state, ofField(form, step.field), text, context, whole);
    case 'confirm':
      return confirmed(form, state, ofField(form, step.field), text, context);
    case 'choose':
      return decided(form, state, ofField(form, step.field), text, context);
    case 'review':
    case 'change':
      return reviewed(form, state, text, context);
  }
}

/** Keys are the digits of a value. For a yes-no question, 1 is yes and 2 is no. */
function fromKeys(keys: string, { step }: FormState): string {
  const digits = keys.replace(/[^\d]/g, '');
  if (step.kind === 'ask' || step.kind === 'spell') return digits;
  if (step.kind === 'choose') return `number ${digits}`;
  return digits === '1' ? 'yes' : digits === '2' ? 'no' : digits;
}

function obey(
  command: FormCommand,
  form: Form,
  state: FormState,
  context: ValueContext,
): FormStep | undefined {
  if (command === 'cancel') return { state, say: [CANCELLED], outcome: 'cancelled' };
  if (command === 'person') return { state, say: [], outcome: 'transfer' };
  if (command === 'repeat') return nextStep(form, state, context, {});
  if (command === 'start-over') {
    const fresh = emptyState(form.name, form.fields[0]?.name ?? '');
    // Keeps the counts, so that the number of questions stays limited.
    return nextStep(form, { ...fresh, asked: state.asked }, context, { say: FROM_THE_BEGINNING });
  }
  if (state.step.kind !== 'ask' && state.step.kind !== 'spell') return undefined;
  const field = ofField(form, state.step.field);
  if (field.optional !== true || /^(yes-no|text|choice)$/.test(field.type)) return undefined;
  return nextStep(form, withSkipped(state, field.name), context, {});
}

const isOpen = (state: FormState, { name }: FormField): boolean =>
  !Object.hasOwn(state.values, name) && !state.skipped.includes(name);

/** Adds all values of open fields in a sentence, or without any, the name that it offers. */
function withSaid(
  form: Form,
  state: FormState,
  text: string,
  context: ValueContext,
  asked?: FormField,
): FormState {
  const open = form.fields
    .filter((field) => isOpen(state, field))
    .map((field) => ({ ...field, nouns: nounsOf(field) }));
  const found = valuesWithin(text, open, context, asked?.name);
  const next = [...found].reduce((before, [name, reading]) => {
    const isRight = isAllowed(ofField(form, name), reading.value);
    return isRight ? withReading(before, name, reading) : before;
  }, state);
  const ofName = open.find(({ type }) => type === 'name');
  const offered = next === state && ofName && ofName.name !== asked?.name ? nameOffered(text) : undefined;
  return offered !== undefined && ofName
    ? withReading(next, ofName.name, { value: offered, others: [] })
    : next;
}

/** Types for which a few words are the whole answer, even if they could mean something different. */
const TAKEN_WHOLE = new Set(['text', 'spelled', 'yes-no', 'postcode']);

function answered(
  form: Form,
  state: FormState,
  field: FormField,
  text: string,
  context: ValueContext,
  whole: string,
): FormStep {
  const own = readValue(whole, field, context, state.halves[field.name]);
  // Any words could be a name.
  const isAnswer = own !== undefined && field.type !== 'name' && field.type !== 'text';
  const corrections = correctionIn(text, form, state, field, context, isAnswer);
  if (corrections.length > 0) return corrected(form, state, corrections, context);
  if (own && !isAllowed(field, own.value)) return outside(form, state, field, context);
  const isShort = text.trim().split(/\s+/).length <= 3;
  const isWhole = TAKEN_WHOLE.has(field.type) || (field.type === 'money' && isShort);
  const said = isWhole ? state : withSaid(form, state, text, context, field);
  const others = said.said.filter((name) => name !== field.name && !state.said.includes(name));
  const reading = others.length === 0 ? own : undefined;
  const next = reading ? withReading(said, field.name, reading) : said;
  if (next !== state && isOpen(next, field) && field.type === 'name')
    return nextStep(form, withNameOf(next, field, text, context), context, { before: state });
  if (next !== state) return nextStep(form, next, context, { before: state });
  const mayGoWithout = field.optional === true && commandIn(text) === 'skip';
  if (mayGoWithout) return nextStep(form, withSkipped(state, field.name), context, {});
  return lost(form, state, context);
}

/** "Anna Kowalski, and my number is 555 0142": the name comes first. */
function withNameOf(state: FormState, field: FormField, text: string, context: ValueContext): FormState {
  const [first = ''] = text.split(/[,.;]|\s+and\s+/);
  const reading = readValue(first, field, context);
  return reading ? withReading(state, field.name, reading) : state;
}

function outside(form: Form, state: FormState, { from, until }: FormField, context: ValueContext): FormStep {
  const [first, last] = [from ?? '00:00', until ?? '23:59'].map((time) => spokenValue('time', time, context));
  return nextStep(form, state, context, { say: `It has to be between ${first} and ${last}.` });
}

/** The words do not answer the question, but may contain values of other fields. */
function offered(form: Form, state: FormState, text: string, context: ValueContext): FormStep {
  const next = withSaid(form, state, text, context);
  return next === state ? lost(form, state, context) : nextStep(form, next, context, { before: state });
}

const lost = (form: Form, state: FormState, context: ValueContext): FormStep => ({
  ...nextStep(form, state, context, { say: NOT_UNDERSTOOD, isMisheard: true }),
  isLost: true,
});

/** A question that the caller used for a correction is not counted; endless corrections are. */
function askedInVain({ asked, step }: FormState): FormState['asked'] {
  const count = (asked[CORRECTED] ?? 0) + 1;
  if (count > MOST_CORRECTIONS) return asked;
  const name = nameOf(step);
  return { ...asked, [CORRECTED]: count, [name]: Math.max(0, (asked[name] ?? 1) - 1) };
}

/**
 * Replaces corrected values, or asks again for corrected fields without a new value. The question before the correction
 * is not counted.
 */
function corrected(
  form: Form,
  state: FormState,
  corrections: readonly Correction[],
  context: ValueContext,
): FormStep {
  const asked = askedInVain(state);
  const changed = corrections.reduce(
    (next, { field, reading }) =>
      reading ? withReading(next, field.name, reading) : withoutValue(next, field.name),
    state,
  );
  const names = corrections.filter(({ reading }) => reading).map(({ field }) => field.name);
  const isMisheard = names.length < corrections.length;
  return nextStep(form, { ...changed, asked }, context, { before: state, changed: names, isMisheard });
}

function confirmed(
  form: Form,
  state: FormState,
  field: FormField,
  text: string,
  context: ValueContext,
): FormStep {
  const answer = yesOrNo(text);
  const rest = text.replace(
    /^\W*(?:(?:no|nope|not quite|wrong|sorry|actually|yes|yeah|that's|it's|wrong)\b\W*)+/i,
    '',
  );
  const reading = rest.trim() === '' ? undefined : insteadOf(state.values[field.name], rest, field, context);
  const others = correctionIn(text, form, state, field, context, reading !== undefined).filter(
    (one) => one.field !== field,
  );
  if (others.length > 0) return corrected(form, state, others, context);
  if (answer === true && !isCorrecting(text)) {
    const next = withSaid(form, withConfirmed(state, [field.name]), text, context);
    return nextStep(form, next, context, { before: state });
  }
  const isOld = (one: Reading | undefined) =>
    one !== undefined && JSON.stringify(one.value) === JSON.stringify(state.values[field.name]);
  if (reading && !isOld(reading)) return nextStep(form, withReading(state, field.name, reading), context, {});
  // The caller has repeated the value. Its end alone proves nothing, and after a no it was misheard again.
  if (answer !== false && isOld(readValue(rest, field, context)))
    return nextStep(form, withConfirmed(state, [field.name]), context, {});
  if (answer === false)
    return nextStep(form, withoutDenied(state, field.name), context, { say: 'Sorry.', isMisheard: true });
  return offered(form, state, text, context);
}

/** A value that replaces the one that was read back. For digits and letters, callers may say only the last ones. */
function insteadOf(value: FormValue | undefined, text: string, field: FormField, context: ValueContext) {
  const hasTail = typeof value === 'string' && /^(phone|spelled|postcode)$/.test(field.type);
  const before = hasTail ? [...value].filter((character) => character !== ' ').join(' ') : '';
  return readValue(hasTail ? `${before}, no, ${text}` : text, field, context);
}

const MORNING = /\b(a\.?m\.?|morning|early|earlier)\b/i;
const PLACE = /\b(first|second|third|last) one\b|\b(number|option) \w+/i;
const EVENING = /\b(p\.?m\.?|evening|afternoon|night|later|tonight)\b/i;

function decided(
  form: Form,
  state: FormState,
  field: FormField,
  text: string,
  context: ValueContext,
): FormStep {
  const among = state.doubts[field.name] ?? [];
  const decide = (value: FormValue) =>
    nextStep(form, withReading(state, field.name, { value, others: [] }), context, {});
  const names = among.map((one) => spokenValue(field.type, one, context));
  const ofPlace = () => {
    const place = chosen(text, names);
    return place === undefined ? undefined : among[names.indexOf(place)];
  };
  // "The second one" is not a day of the month.
  const placed = PLACE.test(text) ? ofPlace() : undefined;
  if (placed !== undefined) return decide(placed);
  const reading = readValue(text, field, context, state.halves[field.name]);
  const isCertain = reading?.others.length === 0 && reading.half === undefined;
  if (reading && isCertain) return decide(reading.value);
  const half = MORNING.test(text) ? 0 : EVENING.test(text) ? 1 : undefined;
  const [time] = among.filter((one) => half !== undefined && typeof one === 'string' && isInHalf(one, half));
  if (time !== undefined) return decide(time);
  const found = ofPlace();
  return found === undefined ? offered(form, state, text, context) : decide(found);
}

const isInHalf = (value: string, half: number): boolean =>
  (Number(/(\d\d):\d\d$/.exec(value)?.[1]) < 12 ? 0 : 1) === half;

function reviewed(form: Form, state: FormState, text: string, context: ValueContext): FormStep {
  const isReview = state.step.kind === 'review';
  const corrections = correctionIn(text, form, state, undefined, context);
  if (corrections.length > 0) return corrected(form, state, corrections, context);
  const answer = yesOrNo(text);
  if (isReview && answer === true) {
    const all = withConfirmed(state, Object.keys(state.values));
    return nextStep(form, all, context, {});
  }
  // "Friday" as an answer to the question after a rejection; "no, Friday" is handled above.
  for (const cue of answer === undefined ? ['change the', 'make that'] : []) {
    const meant = correctionIn(`${cue} ${text}`, form, state, undefined, context);
    if (meant.length > 0) return corrected(form, state, meant, context);
  }
  if (isReview && answer === false)
    return nextStep(form, { ...state, step: { kind: 'change' } }, context, { isWrong: true });
  return lost(form, state, context);
}
