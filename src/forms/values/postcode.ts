import { readPart } from './digits.js';
import { readLetter } from './letters.js';
import { type Found, type Word, wordAt } from './spoken-words.js';

/** By country. Postcodes with letters are recognized by their form; those with digits only need a country. */
const FORMS: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
  // The United Kingdom: "SW1A 1AA".
  [/^(gir0aa|[a-z]{1,2}\d[a-z\d]?\d[a-z]{2})/, ([code = '']) => `${code.slice(0, -3)} ${code.slice(-3)}`],
  // Canada: "K1A 0B1".
  [
    /^([abceghj-nprstvxy]\d[abceghj-nprstv-z]\d[abceghj-nprstv-z]\d)/,
    ([code = '']) => `${code.slice(0, 3)} ${code.slice(3)}`,
  ],
  // The Netherlands: "1012 AB".
  [/^([1-9]\d{3}[a-z]{2})$/, ([code = '']) => `${code.slice(0, 4)} ${code.slice(4)}`],
  // The United States: "90210-1234".
  [/^(\d{9})$/, ([code = '']) => `${code.slice(0, 5)}-${code.slice(5)}`],
  [/^(\d{3,7})$/, ([code = '']) => code],
];

/** Characters of the longest postcode. */
const LONGEST = 9;

/** Parses a postcode, letter by letter and digit by digit: "S W one A, one A A", "nine oh two one oh", "SW1A 1AA". */
export function readPostcode(words: readonly Word[], from: number): Found<string> | undefined {
  let code = '';
  let best: Found<string> | undefined;
  for (let at = from; at < words.length && code.length < LONGEST;) {
    const next = readCharacter(words, at, code);
    if (!next) break;
    code += next.value;
    at = next.to;
    const found = written(code);
    if (found !== undefined) best = { value: found, from, to: at };
  }
  return best;
}

function readCharacter(words: readonly Word[], at: number, before: string): Found<string> | undefined {
  const word = wordAt(words, at);
  if (/^(dash|hyphen|space|then|and)$/.test(word) && before !== '') return readCharacter(words, at + 1, '');
  if (/^[a-z]{1,3}$/.test(word) && (words[at]?.written === word.toUpperCase() || word.length === 1)) {
    const letter = word.length === 1 ? readLetter(words, at) : undefined;
    return letter ?? { value: word, from: at, to: at + 1 };
  }
  return (/^(oh|o)$/.test(word) ? undefined : readLetterName(words, at)) ?? readPart(words, at);
}

function readLetterName(words: readonly Word[], at: number): Found<string> | undefined {
  const letter = readLetter(words, at);
  // "Double four" is handled as digits.
  return letter && /[a-z]/.test(letter.value) ? letter : undefined;
}

/** Exchanges "o" and zero where the form requires it. */
function written(code: string): string | undefined {
  for (const variant of new Set([
    code,
    code.replace(/(?<=[a-z])o(?=[\da-z]{2,4}$)/, '0'),
    code.replaceAll('o', '0'),
  ])) {
    for (const [form, write] of FORMS) {
      const match = form.exec(variant);
      if (match && match[0].length === variant.length) return write(match.slice(1)).toUpperCase();
    }
  }
  return undefined;
}
