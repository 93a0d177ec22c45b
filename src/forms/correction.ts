import { type Form, type FormField, isAllowed, namesOf, nounsOf } from './form.js';
import type { FormState } from './form-state.js';
import { nameOffered, type Reading, readValue, type ValueContext, valuesWithin } from './values/index.js';

/** A correction: a new value, or a field without its new value. */
export interface Correction {
  readonly field: FormField;
  readonly reading?: Reading | undefined;
}

/** "No, for three", "make that Friday", "I said eight": refers to an earlier value. */
const BEGINS =
  /^\W*(?:(?:oh|um|uh|well|yes|yeah|and|but|ah|hang on|hold on|(?:one|just a) (?:moment|second)|okay|ok|please)\W+)*(?:no|nope|not|wait|hang on|hold on|(?:one|just a) (?:moment|second)|actually|sorry|wrong|make (?:that|it)|change|correct(?:ion| (?:the|my|that|it))|i (?:said|meant|mean)|that's wrong|that's not|it's not|it should|it was|(?:can|could) (?:you|we|i) (?:please )?(?:change|make|correct|fix|move)|(?:i|we)(?: would|'d) (?:prefer|rather)|(?:i|we)(?: want| need| would like|'d like) to (?:change|correct|fix)|let's (?:make|change|say)|let me (?:change|correct)|the .{2,30} (?:should|is wrong|was wrong|is not|isn't)|my .{2,30} (?:should|is wrong|was wrong|is not|isn't)|switch|update|instead|rather)\b/i;
const WITHIN =
  /, not\b|\b(?:instead|rather than|different|i meant|make (?:that|it)|should (?:be|have been)|not .+ but|change (?:the|my|that|it)|(?:is|was|are) wrong|isn't right|is not right|is incorrect)\b/i;
/** "That's all fine, but …". */
const ALL_RIGHT = /^.*\b(?:fine|right|good|okay|ok|correct|perfect|yes|almost|nearly)\b,? but\b\s*/i;
/** Words around a value that do not belong to it. */
const AROUND =
  /^\W*oh\b|\b(?:no|nope|not|wait|actually|sorry|hang on|hold on|(?:one|just a) (?:moment|second)|please|make (?:that|it)|change (?:that|it|this)?|to|i (?:said|meant|mean)|that's wrong|it's not|it should (?:be|have been)|should be|should have been|instead|rather|i'd like to|can you|could you|can we|could we|let's (?:say|make it)?|is wrong|was wrong)\b/gi;

export const isCorrecting = (text: string): boolean => BEGINS.test(text) || WITHIN.test(text);

/**
 * The fields that a caller corrects, with their new values if they were said.
 * @param asked The field of the question, which the words may answer.
 * @param isAnswer Whether they can answer it: then a bare number does not refer to another field.
 */
export function correctionIn(
  said: string,
  form: Form,
  state: FormState,
  asked: FormField | undefined,
  context: ValueContext,
  isAnswer = false,
): readonly Correction[] {
  if (!isCorrecting(said)) return [];
  const text = said.replace(ALL_RIGHT, '');
  const filled = form.fields.filter(
    ({ name }) => Object.hasOwn(state.values, name) || state.skipped.includes(name),
  );
  const named = namedField(text, filled, state);
  if (named)
    return named.field === asked ? [] : [{ field: named.field, reading: valueAfter(named, text, context) }];
  const replaced = swapped(text, filled, state, context);
  if (replaced) return [replaced];
  const sought = filled.map((field) => ({ ...field, nouns: nounsOf(field) }));
  const isOfNumber = asked === undefined && !/\b(?:later|earlier)\b/i.test(text);
  const sole = isOfNumber ? filled.find(({ type }) => type === 'number')?.name : undefined;
  const certain = valuesWithin(newPart(text), sought, context, sole);
  const byRecency = [...filled].sort((a, b) => state.said.indexOf(b.name) - state.said.indexOf(a.name));
  const isSaid = ({ name }: FormField) =>
    JSON.stringify(certain.get(name)?.value) === JSON.stringify(state.values[name]);
  const strong = byRecency.filter(({ name }) => certain.has(name));
  const changed = strong.length > 1 ? strong.filter((field) => !isSaid(field)) : strong;
  const ofAsked =
    asked && valuesWithin(newPart(text), [{ ...asked, nouns: nounsOf(asked) }], context).has(asked.name);
  if (changed.length > 0 && !ofAsked)
    return changed.map((field) => ({ field, reading: certain.get(field.name) }));
  if (isAnswer) return [];
  const likely = weak(text, byRecency, asked === undefined, context);
  return likely ? [likely] : [];
}

/** The field of a bare number or word: the last one that can have the value. */
function weak(
  text: string,
  fields: readonly FormField[],
  isReview: boolean,
  context: ValueContext,
): Correction | undefined {
  const rest = newPart(text).replace(AROUND, ' ').trim();
  if (rest === '') return undefined;
  // After a review, "four" is a number of something: times come with "at".
  const preferred = /\b(?:at|later|earlier)\b/i.test(text)
    ? 'time'
    : isReview || /\bfor\b/i.test(rest)
      ? 'number'
      : undefined;
  const ordered = [...fields].sort((a, b) => Number(b.type === preferred) - Number(a.type === preferred));
  const read = readerOf(rest, context);
  for (const field of ordered) {
    if (field.type === 'text' || field.type === 'name') continue;
    const reading = read(field);
    if (reading) return { field, reading };
  }
  const name = ordered.find(({ type }) => type === 'name');
  const isShort = /\p{L}/u.test(rest) && rest.split(/\s+/).length <= 3;
  const said = isShort ? rest : nameOffered(rest);
  const reading = name && said !== undefined ? readsAs(name, said, context) : undefined;
  return name && reading && { field: name, reading };
}

/** Reads a text for several fields; those with the same type and constraints read the same. */
function readerOf(text: string, context: ValueContext): (field: FormField) => Reading | undefined {
  const known = new Map<string, Reading | undefined>();
  return (field) => {
    const { type, choices, from, until } = field;
    const kind = JSON.stringify([type, choices, from, until]);
    if (!known.has(kind)) known.set(kind, readsAs(field, text, context));
    return known.get(kind);
  };
}

function readsAs(field: FormField, text: string, context: ValueContext): Reading | undefined {
  if (field.type === 'text') return undefined;
  const reading = readValue(text, field, context);
  return reading && isAllowed(field, reading.value) ? reading : undefined;
}

interface NamedField {
  readonly field: FormField;
  /** Where the field's name ends in the sentence. */
  readonly end: number;
  readonly begin: number;
}

/** The field that the sentence names, by its longest name; of several, the one that was said last. */
function namedField(text: string, fields: readonly FormField[], state: FormState): NamedField | undefined {
  const said = text.toLowerCase();
  let best: (NamedField & { readonly length: number }) | undefined;
  for (const field of [...fields].sort((a, b) => state.said.indexOf(a.name) - state.said.indexOf(b.name))) {
    for (const name of namesOf(field)) {
      // "The people" names a field, "three people" is its value.
      const match = new RegExp(
        `\\b(?:the|my|our|number of|how many|wrong|different)\\s+(?:\\w+\\s+)?${escaped(name)}\\b(?! (?:after|before))`,
      ).exec(said);
      if (!match || (best && name.length < best.length)) continue;
      best = { field, begin: match.index, end: match.index + match[0].length, length: name.length };
    }
  }
  return best;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** "Change the date to Friday", "Friday should be the date". */
function valueAfter(
  { field, end, begin }: NamedField,
  text: string,
  context: ValueContext,
): Reading | undefined {
  const after = text
    .slice(end)
    .replace(
      /^\W*(?:should be|should have been|is actually|is not|isn't|to be|to|is|was|instead|be|into|please|wrong)\b/i,
      '',
    );
  const rest = /^\W*(?:wrong|please)?\W*$/i.test(after) ? '' : newPart(after);
  const [last = rest] = rest.split(/\b(?:should be|should have been|it's|it is)\b/i).reverse();
  const known = last === rest ? undefined : readsAs(field, last, context);
  if (known) return known;
  const found =
    rest === ''
      ? undefined
      : readsAs(field, rest.replace(/^\W*(?:it's|it is|should be|it should be|to)\s+/i, ''), context);
  if (found) return found;
  const before = text.slice(0, begin).replace(AROUND, ' ').trim();
  return before === '' || field.type === 'name' ? undefined : readsAs(field, before, context);
}

/** "Not two but three", "Friday, not Thursday", "eight instead of seven", "from two to four". */
function swapped(
  text: string,
  fields: readonly FormField[],
  state: FormState,
  context: ValueContext,
): Correction | undefined {
  const pair =
    /\b(?:not|from|change|move)\b\s+(?!.*\bfrom\b)(?<old>.+?)(?:\s*,\s*(?:but\s+)?|\s+(?:but|to)\s+)(?<new>.+)$/i.exec(
      text,
    )?.groups ?? /^(?<new>.+?),?\s+(?:not|instead of|rather than)\s+(?<old>.+)$/i.exec(text)?.groups;
  const [old, fresh] = [pair?.['old'], pair?.['new']];
  if (old === undefined || fresh === undefined) return undefined;
  const [readOld, readFresh] = [old, fresh.replace(AROUND, ' ')].map((part) => readerOf(part, context));
  for (const field of fields) {
    const [before, after] = [readOld?.(field), readFresh?.(field)];
    const value = state.values[field.name];
    const isOld =
      before && [before.value, ...before.others].some((one) => JSON.stringify(one) === JSON.stringify(value));
    if (isOld && after) return { field, reading: after };
  }
  return undefined;
}

/** Drops the old value: "not two, three" means three. */
const newPart = (text: string): string =>
  text
    .replace(/\bnot\s+.+?(?:,\s*(?:but\s+)?|\s+but\s+)/i, ' ')
    .replace(/,?\s+(?:not|instead of|rather than)\s+.+$/i, ' ')
    .trim() || text;
