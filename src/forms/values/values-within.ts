import { readDuration, readMoney } from './amounts.js';
import { chosen } from './answers.js';
import { readNumber } from './cardinal.js';
import { readEmail } from './email.js';
import { datesIn, momentIn, timesIn } from './moment.js';
import { nameWithin } from './name.js';
import { phoneNumber, readPhoneDigits } from './phone.js';
import { readPostcode } from './postcode.js';
import { type Found, findAll, spokenWords, type Word, wordAt } from './spoken-words.js';
import type { Reading, ValueContext, ValueKind } from './value-types.js';

/** A field to look for in a sentence. */
export interface SoughtValue extends ValueKind {
  readonly name: string;
  /** Words beside a number that make it this field's value, such as "people" or "rooms". */
  readonly nouns: readonly string[];
}

/** A number with fewer digits is not a phone number. */
const LEAST_PHONE_DIGITS = 7;
/** Counted things that claim a number, for fields without words of their own. */
const COUNTED = /^(people|persons?|guests?|adults|of|tickets|nights|rooms|seats|places|pieces|items|pax)$/;

/**
 * Unambiguous values for several fields in one sentence, by field name.
 * @param asked The field that was asked for: a bare number is its value, if possible.
 */
export function valuesWithin(
  text: string,
  fields: readonly SoughtValue[],
  context: ValueContext,
  asked?: string,
): Map<string, Reading> {
  const found = new Map<string, Reading>();
  const words = spokenWords(text);
  const taken = new Set<number>();
  const take = <T>(spans: readonly Found<T>[]) =>
    spans.filter(({ from, to }) => {
      const places = Array.from({ length: to - from }, (_one, index) => from + index);
      if (places.some((place) => taken.has(place))) return false;
      places.forEach((place) => taken.add(place));
      return true;
    });
  for (const type of ORDER) {
    const wanted = fields.filter((field) => field.type === type);
    if (wanted.length === 0) {
      // "One hour" is not a count of something.
      if (CLAIMING.has(type)) take(spansOf({ type, name: '', nouns: [] }, words, context, asked));
      continue;
    }
    const ofText = OF_TEXT[type];
    if (ofText) {
      const [first] = wanted;
      // Only choices differ among the fields of a type.
      const shared = type !== 'choice' && first ? ofText(text, first, words) : undefined;
      for (const field of wanted) {
        const value = type === 'choice' ? ofText(text, field, words) : shared;
        if (value !== undefined) found.set(field.name, { value, others: [] });
      }
      continue;
    }
    const [first] = wanted;
    const spans = first ? take(spansOf(first, words, context, asked)) : [];
    assign(type === 'number' ? byNoun(spans, wanted, words, asked) : spans, wanted, found);
  }
  return found;
}

/** Most distinctive types first. */
const ORDER = [
  ...([
    'email',
    'name',
    'choice',
    'phone',
    'money',
    'datetime',
    'date',
    'time',
    'duration',
    'postcode',
  ] as const),
  'number' as const,
];

/** Types that claim their numbers, even without a field for them. */
const CLAIMING: ReadonlySet<ValueKind['type']> = new Set(['money', 'date', 'time', 'duration']);

type ReadText = (text: string, field: SoughtValue, words: readonly Word[]) => string | undefined;

const OF_TEXT: Partial<Record<ValueKind['type'], ReadText>> = {
  email: readEmail,
  name: nameWithin,
  choice: (text, { choices = [] }, words) => {
    const value = chosen(text, choices, words);
    return value !== undefined && new RegExp(`(^|\\W)${escaped(value)}`, 'i').test(text) ? value : undefined;
  },
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function spansOf(
  field: SoughtValue,
  words: readonly Word[],
  context: ValueContext,
  asked: string | undefined,
): Found<Reading>[] {
  const plain = (value: Reading['value']): Reading => ({ value, others: [] });
  const all = (found: readonly Found<Reading['value']>[]) =>
    found.map((one) => ({ ...one, value: plain(one.value) }));
  const { type } = field;
  if (type === 'date') return datesIn(words, context);
  if (type === 'time') return timesIn(words, field, context, field.name === asked);
  if (type === 'money') return all(findAll(words, readMoney));
  // "A day later" is no duration.
  if (type === 'duration')
    return all(
      findAll(words, readDuration).filter(
        ({ to }) => !/^(later|earlier|before|after)$/.test(wordAt(words, to)),
      ),
    );
  if (type === 'number') return all(findAll(words, readNumber));
  // Digits alone could belong to any field.
  if (type === 'postcode')
    return all(findAll(words, readPostcode).filter(({ value }) => /[A-Z].{4}/.test(value)));
  if (type === 'datetime') {
    const moment = momentIn(words, field, context, {}, false);
    return moment ? [moment] : [];
  }
  if (type !== 'phone') return [];
  return findAll(words, readPhoneDigits).flatMap((one) => {
    const number = phoneNumber(one.value, context.country);
    const isLong = one.value.replace('+', '').length >= LEAST_PHONE_DIGITS;
    return number !== undefined && isLong ? [{ ...one, value: plain(number) }] : [];
  });
}

/** Assigns values to fields, both in order. */
function assign(
  spans: readonly (Found<Reading> & { readonly field?: string })[],
  wanted: readonly SoughtValue[],
  found: Map<string, Reading>,
): void {
  for (const span of spans) {
    const field = span.field ?? wanted.find(({ name }) => !found.has(name))?.name;
    if (field !== undefined && !found.has(field)) found.set(field, span.value);
  }
}

/** Number fields with one of their nouns behind the number; "for two" if there is only one number field. */
function byNoun(
  spans: readonly Found<Reading>[],
  wanted: readonly SoughtValue[],
  words: readonly Word[],
  asked: string | undefined,
): (Found<Reading> & { readonly field: string })[] {
  return spans.flatMap((span) => {
    const after = [wordAt(words, span.to), wordAt(words, span.to + 1)];
    const named = wanted.find(({ nouns }) => nouns.some((noun) => after.some((word) => isSame(word, noun))));
    if (named) return [{ ...span, field: named.name }];
    if (wanted.some(({ name }) => name === asked)) return [{ ...span, field: asked ?? '' }];
    const isFor = /^(for|of)$/.test(wordAt(words, span.from - 1));
    const isCounted = COUNTED.test(after[0] ?? '');
    const [first] = wanted;
    return first && wanted.length === 1 && (isFor || isCounted) ? [{ ...span, field: first.name }] : [];
  });
}

const isSame = (word: string, noun: string): boolean => word !== '' && singular(word) === singular(noun);
const singular = (word: string): string => word.replace(/(?<=\w{2})s$/, '');
