import { readDuration, readMoney } from './amounts.js';
import { readNumber } from './cardinal.js';
import { datesIn, timesIn } from './moment.js';
import { type Found, findAll, searchedText, spokenWords, type Word, wordAt } from './spoken-words.js';
import type { Reading, ValueContext } from './value-types.js';

/** A value that a sentence states, whoever said it. */
export interface StatedValue {
  readonly kind: 'date' | 'time' | 'money' | 'duration' | 'number';
  /** Its possible values, the likeliest first: `2026-12-04`, `19:30`, `40`, `PT2H`. */
  readonly values: readonly string[];
  /** As it was said. */
  readonly text: string;
  /** The word after it, such as "people". */
  readonly noun: string;
}

/** Numbers that count nothing: "one moment", "no one". */
const IDIOM = /^(moment|second|sec|minute|of|another|more|thing|time|question)s?$/;

/** The dates, times, amounts and numbers of a sentence. Reads its beginning only; see `searchedText`. */
export function statedValues(text: string, context: ValueContext): StatedValue[] {
  const words = spokenWords(searchedText(text));
  const taken = new Set<number>();
  const found: StatedValue[] = [];
  const add = (kind: StatedValue['kind'], spans: readonly Found<readonly string[]>[]) => {
    for (const { value, from, to } of spans) {
      const places = Array.from({ length: to - from }, (_one, index) => from + index);
      if (places.some((place) => taken.has(place))) continue;
      places.forEach((place) => taken.add(place));
      found.push({ kind, values: value, text: written(words, from, to), noun: wordAt(words, to) });
    }
  };
  add(
    'money',
    map(findAll(words, readMoney), ({ amount }) => [String(amount)]),
  );
  add('date', map(datesIn(words, context), alternatives));
  add('time', map(timesIn(words, { type: 'time' }, context, false), alternatives));
  add(
    'duration',
    map(findAll(words, readDuration), (one) => [one]),
  );
  const numbers = findAll(words, readNumber).filter((one) => !isIdiom(words, one));
  add(
    'number',
    map(numbers, (one) => [String(one)]),
  );
  return found;
}

const map = <T>(found: readonly Found<T>[], read: (value: T) => readonly string[]) =>
  found.map(({ value, from, to }) => ({ value: read(value), from, to }));

const alternatives = ({ value, others }: Reading): string[] => [value, ...others].map(String);

function isIdiom(words: readonly Word[], { value, from, to }: Found<number>): boolean {
  if (value !== 1 || /\d/.test(wordAt(words, from))) return false;
  return (
    IDIOM.test(wordAt(words, to)) || /^(no|this|that|which|every|any|each|the)$/.test(wordAt(words, from - 1))
  );
}

const written = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map((word) => word.written)
    .join(' ');
