import { readSmall } from './cardinal.js';
import { type Found, type Word, wordAt } from './spoken-words.js';

const TIMES = new Map([
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
  ['quadruple', 4],
]);
const ZEROS = new Set(['oh', 'o', 'zero', 'nought', 'nil']);

/** Digits that are read out: "five five five oh one", "double four", "forty two", "eight hundred", "555". */
export function readDigits(words: readonly Word[], from: number): Found<string> | undefined {
  let digits = '';
  let at = from;
  for (;;) {
    const next = readPart(words, at);
    if (!next) break;
    digits += next.value;
    at = next.to;
  }
  return digits === '' ? undefined : { value: digits, from, to: at };
}

/** One number within a sequence of digits. */
export function readPart(words: readonly Word[], at: number): Found<string> | undefined {
  const word = wordAt(words, at);
  const times =
    TIMES.get(word) ??
    (/^(two|three|four)$/.test(word) && isPlural(wordAt(words, at + 1)) ? timesOf(word) : 0);
  if (times > 0) {
    const digit = digitOf(singular(wordAt(words, at + 1)));
    return digit === undefined ? undefined : { value: digit.repeat(times), from: at, to: at + 2 };
  }
  if (ZEROS.has(word)) return { value: '0', from: at, to: at + 1 };
  const small = readSmall(words, at);
  if (!small) return undefined;
  const written = /^\d+$/.test(word) ? word : String(small.value);
  const after = wordAt(words, small.to);
  if (after === 'hundred') return { value: `${written}00`, from: at, to: small.to + 1 };
  if (after === 'thousand') return { value: `${written}000`, from: at, to: small.to + 1 };
  return { value: written, from: at, to: small.to };
}

/** "three sevens". */
const isPlural = (word: string): boolean =>
  word.endsWith('s') && digitOf(singular(word)) !== undefined && word !== singular(word);
const singular = (word: string): string =>
  word === 'sixes'
    ? 'six'
    : word.length > 3 && word.endsWith('s')
      ? word.slice(0, -1).replace(/^zeroe$/, 'zero')
      : word;
const timesOf = (word: string): number => ({ two: 2, three: 3, four: 4 })[word] ?? 0;

function digitOf(word: string): string | undefined {
  if (ZEROS.has(word)) return '0';
  if (/^\d$/.test(word)) return word;
  const found = readSmall([{ text: word, written: word, before: '' }], 0);
  return found && found.value < 10 ? String(found.value) : undefined;
}
