/** Digit words as people read numbers aloud, in English, German, French and Spanish. */
const UNITS: readonly (readonly string[])[] = [
  ['zero', 'oh', 'o', 'nought', 'null', 'zéro', 'cero'],
  ['one', 'eins', 'ein', 'un', 'une', 'uno'],
  ['two', 'zwei', 'zwo', 'deux', 'dos'],
  ['three', 'drei', 'trois', 'tres'],
  ['four', 'vier', 'quatre', 'cuatro'],
  ['five', 'fünf', 'cinq', 'cinco'],
  ['six', 'sechs', 'seis'],
  ['seven', 'sieben', 'sept', 'siete'],
  ['eight', 'acht', 'huit', 'ocho'],
  ['nine', 'neun', 'neuf', 'nueve'],
];
const TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const TIMES = new Map([
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
]);

const units = new Map(UNITS.flatMap((words, digit) => words.map((word) => [word, String(digit)] as const)));
const teens = new Map(TEENS.map((word, index) => [word, String(index + 10)] as const));
const tens = new Map(TENS.map((word, index) => [word, String(index + 2)] as const));

/** Whether the word may be part of a spoken number. */
export const isDigitWord = (word: string): boolean =>
  units.has(word) || teens.has(word) || tens.has(word) || TIMES.has(word) || word === 'hundred';

/**
 * The digits of each word of a number: "double four" gives none and two, "forty two" four and two. Other words have no
 * digits.
 */
export function digitsOf(words: readonly string[]): string[] {
  let times = 1;
  return words.map((word, index) => {
    const repeated = times;
    times = TIMES.get(word) ?? (isDigitWord(word) || /^\d/.test(word) ? 1 : times);
    if (/^\d+$/.test(word)) return word;
    const unit = units.get(word);
    if (unit !== undefined) return unit.repeat(repeated);
    const ten = tens.get(word);
    if (ten !== undefined) return isFollowedByUnit(words, index) ? ten : `${ten}0`;
    return word === 'hundred' ? '00' : (teens.get(word) ?? '');
  });
}

/** "forty two" is 42: a unit after blanks or a hyphen is its last digit. */
function isFollowedByUnit(words: readonly string[], index: number): boolean {
  const next = words.slice(index + 1, index + 3).find((word) => /[\p{L}\d]/u.test(word));
  return next !== undefined && units.has(next);
}
