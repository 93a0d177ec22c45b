import { readBareMoney, readDuration, readMoney } from './amounts.js';
import { chosen, yesOrNo } from './answers.js';
import { readNumber, readSmall } from './cardinal.js';
import { readDigits } from './digits.js';
import { readEmail, readLocalPart } from './email.js';
import { asName, readSpelling, withExamples } from './letters.js';
import { datesIn, momentIn, timesIn } from './moment.js';
import { nameIn } from './name.js';
import { phoneNumber, readPhoneDigits } from './phone.js';
import { readPostcode } from './postcode.js';
import {
  type Found,
  findAll,
  MOST_OF_ANSWER,
  searchedText,
  spokenWords,
  type Word,
  wordAt,
} from './spoken-words.js';
import type { FormValue, Reading, ValueContext, ValueKind } from './value-types.js';

/** "Six, no, sorry, seven": the words after one of these replace the words before it. */
const CORRECTIONS =
  /[\s,.;-]*\b(?:no,? wait|no,? sorry|sorry,? no|no,? i mean|i mean|i meant|make that|make it|scratch that|correction|or rather|rather|oh wait|wait,? no|wait|actually,? no|no,? actually|actually|sorry|no)\b[\s,.;-]+/gi;

/** "Friday, not Thursday". */
const NEGATED = /,?\s*\b(?:not|instead of|rather than)\s+(?!sure\b)[^,.;]+?(?=,|;|\.|$|\s+but\b)/gi;
const NEGATABLE: ReadonlySet<ValueKind['type']> = new Set([
  'date',
  'time',
  'datetime',
  'number',
  'duration',
  'money',
]);

/** The half of a date with a time that was said before, or the domain of an address. */
export interface KnownHalf {
  readonly date?: string;
  readonly time?: string;
  readonly domain?: string;
}

/**
 * The value in an answer to a question for it; undefined without one. If callers correct themselves, the last value.
 */
export function readValue(
  said: string,
  kind: ValueKind,
  context: ValueContext,
  known?: KnownHalf,
): Reading | undefined {
  if (kind.type === 'text') return readPlain(said, kind, context);
  const text = searchedText(said, MOST_OF_ANSWER);
  const meant = NEGATABLE.has(kind.type) ? text.replace(NEGATED, ' ') : text;
  if (meant.trim() !== '' && meant !== text) return readValue(meant, kind, context, known);
  const parts = text.split(CORRECTIONS).filter((part) => part.trim() !== '');
  if (kind.type === 'yes-no' || kind.type === 'choice' || parts.length < 2)
    return readPlain(text, kind, context, known);
  const last = parts.at(-1) ?? '';
  const before = parts.slice(0, -1).join(', ');
  if (kind.type === 'phone' || kind.type === 'spelled' || kind.type === 'postcode')
    return readCorrected(before, last, kind, context) ?? readPlain(text, kind, context, known);
  return (
    readPlain(last, kind, context, known) ??
    readPlain(before, kind, context, known) ??
    readPlain(text, kind, context, known)
  );
}

const reading = (value: FormValue | undefined, others: readonly FormValue[] = []): Reading | undefined =>
  value === undefined || value === '' ? undefined : { value, others };

function readPlain(
  text: string,
  kind: ValueKind,
  context: ValueContext,
  known?: KnownHalf,
): Reading | undefined {
  const words = spokenWords(text);
  switch (kind.type) {
    case 'text':
      return reading(plainText(text));
    case 'name':
      return reading(nameIn(text));
    case 'spelled':
      return reading(spelled(text, spokenWords(withExamples(text))));
    case 'number':
      return numberIn(words);
    case 'date':
      return lastOf(datesIn(words, context));
    case 'time':
      return timeIn(text, kind, context);
    case 'datetime':
      return momentIn(words, kind, context, known)?.value;
    case 'duration':
      return reading(findAll(words, readDuration)[0]?.value);
    case 'phone':
      return reading(phoneIn(text, context));
    case 'email':
      return reading(readEmail(text) ?? addressAt(known?.domain, text));
    case 'money':
      return moneyIn(words, context);
    case 'choice':
      return reading(chosen(text, kind.choices ?? []));
    case 'yes-no':
      return reading(yesOrNo(text));
    case 'postcode':
      return reading(bestPostcode(spokenWords(text.replace(/(?<=\d)(?=[A-Z])/g, ' '))));
  }
}

/** The address with a spelled part before "at" and a known domain. */
function addressAt(domain: string | undefined, text: string): string | undefined {
  const local = domain === undefined ? undefined : readLocalPart(text);
  return local === undefined ? undefined : `${local}@${domain}`;
}

/** "Eleven nineteen, I am." */
const MISHEARD_AM = /(?<=[a-z\d])[\s,]+(?:i am|(?:i|o|at|an|the)\.? [ae]?m)\W*$/i;

function timeIn(text: string, kind: ValueKind, context: ValueContext): Reading | undefined {
  const words = spokenWords(text.replace(MISHEARD_AM, ' am').replace(/\bpassed\b/gi, 'past'));
  return lastOf(plainFirst(timesIn(words, kind, context, false), timesIn(words, kind, context, true)));
}

/** Prefers a valid number where pauses are ambiguous: "nine, thirty, three" is 933 or 9303. */
function phoneIn(text: string, { country }: ValueContext): string | undefined {
  const numbers = [text, text.replace(/(?<=ty),(?= [a-z])/gi, '')].map((said) =>
    phoneNumber(longest(findAll(spokenWords(inDigits(said)), readPhoneDigits)), country),
  );
  return numbers.find((number) => number?.startsWith('+')) ?? numbers[0];
}

/** Undoes typical transcription errors: "two or six", "double-low", "oh, wow". */
const inDigits = (text: string): string =>
  text
    .replace(/\b(?:double|dab)[\s-]+low\b/gi, 'double oh')
    .replace(/\btrip(?= [a-z])/gi, 'triple')
    .replace(/\b(?:dump|dub|doubt) (?:a|the|all)(?= [a-z])/gi, 'double')
    .replace(
      /(?<=\b(?:oh|zero|one|two|three|four|five|six|seven|eight|nine),? )(?:or|wow|ow)(?=,? [a-z\d])/gi,
      'oh',
    );

const plainFirst = <T>(first: readonly T[], second: readonly T[]): readonly T[] =>
  first.length > 0 ? first : second;
const lastOf = (found: readonly Found<Reading>[]): Reading | undefined => found.at(-1)?.value;
const longest = (found: readonly Found<string>[]): string =>
  found.reduce((best, { value }) => (value.length > best.length ? value : best), '');

const plainText = (text: string): string =>
  text
    .replace(/(^|\s)(um|uh|er|erm)\b[,.]?/gi, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** Single letters; without letters, a whole word. */
function spelled(text: string, words: readonly Word[]): string | undefined {
  const letters = lettersIn(words);
  if (letters.replace(/[^\p{L}\d]/gu, '').length > 1) return letters.toUpperCase();
  const name = nameIn(text);
  return name === undefined || /\s/.test(name) ? undefined : asName(name).toUpperCase();
}

/** With examples for most letters, other words between them were misheard. */
const LEAST_EXAMPLES = 3;
const lettersIn = (words: readonly Word[]): string => {
  const runs = findAll(words, (all, at) => (isSpelledAt(all, at) ? readSpelling(all, at) : undefined));
  const isByExample = words.filter(({ text }) => text === 'as').length >= LEAST_EXAMPLES;
  return isByExample ? runs.map(({ value }) => value).join('') : longest(runs);
};

/** "That's K, A": "that's" contains no letters, nor does "see" before a word. */
const isSpelledAt = (words: readonly Word[], at: number): boolean => {
  const found = readSpelling(words, at);
  return found !== undefined && !/^(be|see|are|you|why|for)$/.test(wordAt(words, at));
};

/** One number, or digits that were read out one by one: "four two" is 42. */
function numberIn(words: readonly Word[]): Reading | undefined {
  const numbers = findAll(words, readNumber);
  const [first, second] = numbers;
  if (!first) return followsUs(words);
  const digits = readDigits(words, first.from);
  const isReadOut = digits !== undefined && digits.to > first.to && isDigitByDigit(words, digits);
  if (isReadOut) return reading(Number(digits.value));
  const isRange =
    second && /^(or|to|and|between)$/.test(wordAt(words, first.to)) && second.from === first.to + 1;
  return reading(first.value, isRange ? [second.value] : []);
}

const isDigitByDigit = (words: readonly Word[], { from, to }: Found<unknown>): boolean =>
  words.slice(from, to).every((_word, index) => (readSmall(words, from + index)?.value ?? 0) < 10);

const followsUs = (words: readonly Word[]): Reading | undefined =>
  /^(just|only)? ?(me|myself)( please)?$/.test(words.map(({ text }) => text).join(' '))
    ? reading(1)
    : undefined;

function moneyIn(words: readonly Word[], { country }: ValueContext): Reading | undefined {
  const [named] = findAll(words, readMoney);
  const currency = country === undefined ? undefined : CURRENCY_OF[country];
  const of = (amount: number) => ({ amount, ...(currency !== undefined && { currency }) });
  if (named) return reading({ ...of(named.value.amount), ...named.value });
  const [bare] = findAll(words, readBareMoney);
  const [amount, ...others] = bare?.value ?? [];
  return amount === undefined ? undefined : reading(of(amount), others.map(of));
}

const CURRENCY_OF: Readonly<Record<string, string>> = {
  GB: 'GBP',
  US: 'USD',
  IE: 'EUR',
  AU: 'AUD',
  CA: 'CAD',
  NZ: 'NZD',
  IN: 'INR',
  DE: 'EUR',
  FR: 'EUR',
  NL: 'EUR',
};

function bestPostcode(words: readonly Word[]): string | undefined {
  const found = findAll(words, readPostcode).map(({ value }) => value);
  return found.reduce<string | undefined>(
    (best, one) => (one.length > (best?.length ?? 0) ? one : best),
    undefined,
  );
}

/** "Five five five oh one four three, no, two": replaces the last digits or letters. */
function readCorrected(
  before: string,
  last: string,
  kind: ValueKind,
  context: ValueContext,
): Reading | undefined {
  const characters = kind.type === 'phone' ? phoneCharacters : spelledCharacters;
  const [old, tail] = [characters(before), characters(last)];
  if (tail === '') return readPlain(before, kind, context);
  const isLong = tail.length > 4 && (kind.type === 'spelled' || tail.length >= old.length - 2);
  const isWhole = tail.length >= old.length || isLong;
  const value = isWhole ? tail : old.slice(0, old.length - tail.length) + tail;
  if (kind.type === 'phone') return reading(phoneNumber(value, context.country));
  return kind.type === 'spelled'
    ? reading(value.toUpperCase())
    : readPlain([...value].join(' '), kind, context);
}

const phoneCharacters = (text: string): string => longest(findAll(spokenWords(text), readPhoneDigits));
const spelledCharacters = (text: string): string => {
  const words = spokenWords(withExamples(text));
  const letter = words.length === 1 && (words[0]?.text.length ?? 0) === 1 ? (words[0]?.text ?? '') : '';
  return lettersIn(words) || letter;
};
