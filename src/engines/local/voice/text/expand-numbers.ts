import type { Counted, WrittenForms } from '../tables/voice-tables.js';
import { cardinal, ordinal } from './number-words.js';
import { anyOf, NO_WORD_AFTER, NO_WORD_BEFORE, WORD_CHARACTERS } from './patterns.js';

/** A pattern and its replacement, from the match and its groups; unmatched groups are undefined. */
export type SpellingRule = readonly [pattern: RegExp, words: (...match: (string | undefined)[]) => string];

const NUMBER = '[0-9]+(?:,[0-9]{3})*(?:\\.[0-9]+)?';
const NO_NUMBER_BEFORE = `(?<![${WORD_CHARACTERS}.])`;
const SCALE = 'hundred|thousand|million|billion|trillion|[kKmMbB]\\b';
const SCALE_LETTERS: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', b: 'billion' };
const FRACTION_NAMES = ['third', 'quarter', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Clock times: "9:05 am" is "nine oh five A.M.". */
export const TIME_RULE: SpellingRule = [
  new RegExp(
    `${NO_WORD_BEFORE}([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?:\\s?([AaPp])\\.?[Mm]\\.?(?![A-Za-z]))?(?![0-9])(?=(\\.?))`,
    'gu',
  ),
  (written, hour = '', minute = '', second, half, pointAfter) => {
    if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 59) return written ?? '';
    const said = [cardinal(Number(hour))];
    if (Number(minute) > 0) said.push(...(Number(minute) < 10 ? ['oh'] : []), cardinal(Number(minute)));
    else if (half === undefined && second === undefined) said.push("o'clock");
    if (second !== undefined) {
      said.push('and', cardinal(Number(second)), Number(second) === 1 ? 'second' : 'seconds');
    }
    if (half !== undefined) said.push(`${half.toUpperCase()}.M${pointAfter ? '' : '.'}`);
    return said.join(' ');
  },
];

/** Numeric dates, American: month, day, year, unless the first number can't be a month. */
export function dateRules({ months }: WrittenForms): SpellingRule[] {
  const names = Object.values(months);
  const date = (month: string, day: string, year?: string): string | undefined => {
    const name = names[Number(month) - 1];
    if (name === undefined || Number(day) < 1 || Number(day) > 31) return undefined;
    return `${name} ${ordinal(Number(day))}${year === undefined ? '' : `, ${year}`}`;
  };
  const fullYear = (year: string) => (year.length > 2 ? year : `${Number(year) > 30 ? '19' : '20'}${year}`);
  const figures = '([0-9]{1,2})/([0-9]{1,2})';
  return [
    [
      new RegExp(`${NO_WORD_BEFORE}([0-9]{4})-([0-9]{2})-([0-9]{2})${NO_WORD_AFTER}`, 'gu'),
      (written = '', year = '', month = '', day = '') => date(month, day, year) ?? written,
    ],
    [
      new RegExp(`${NO_WORD_BEFORE}${figures}/([0-9]{4}|[0-9]{2})${NO_WORD_AFTER}`, 'gu'),
      (written = '', a = '', b = '', year = '') =>
        (Number(a) <= 12 ? date(a, b, fullYear(year)) : date(b, a, fullYear(year))) ?? written,
    ],
  ];
}

/** "3/4", which is a fraction, a date without a year, or neither. */
export function fractionRule({ months }: WrittenForms): SpellingRule {
  const names = Object.values(months);
  return [
    new RegExp(`(?<![${WORD_CHARACTERS}./])([0-9]{1,2})/([0-9]{1,2})(?![${WORD_CHARACTERS}./])`, 'gu'),
    (_written, above = '', below = '') => {
      const [a, b] = [Number(above), Number(below)];
      if (0 < a && a < b && b <= 10) {
        if (b === 2) return 'one half';
        return `${a} ${FRACTION_NAMES[b - 3] ?? ''}${a === 1 ? '' : 's'}`;
      }
      const month = names[a - 1];
      return month !== undefined && b >= 1 && b <= 31 ? `${month} ${ordinal(b)}` : `${a} slash ${b}`;
    },
  ];
}

/** A day with the name of its month. */
export function dayRules({ months }: WrittenForms): SpellingRule[] {
  const fullNames = Object.values(months);
  const name = anyOf([...fullNames, ...fullNames.map((month) => month.slice(0, 3)), 'Sept']);
  const inFull = (month: string) => months[month.toLowerCase().slice(0, 3)] ?? month;
  const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31;
  return [
    [
      new RegExp(
        `${NO_WORD_BEFORE}(${name})\\.? ([0-9]{1,2})(?:st|nd|rd|th)?${NO_WORD_AFTER}(?![0-9:%])(,? [0-9]{4}${NO_WORD_AFTER})?`,
        'gu',
      ),
      (written = '', month = '', day = '', year = '') =>
        isDay(day) ? `${inFull(month)} ${ordinal(Number(day))}${year}` : written,
    ],
    [
      new RegExp(`${NO_WORD_BEFORE}(?:the )?([0-9]{1,2}) (?:of )?(${name})${NO_WORD_AFTER}\\.?`, 'gu'),
      (written = '', day = '', month = '') =>
        isDay(day) ? `the ${ordinal(Number(day))} of ${inFull(month)}` : written,
    ],
  ];
}

/** Money other than plain dollars, pounds and euros, which the lexicon reads. */
export function moneyRules({ currency }: WrittenForms): SpellingRule[] {
  const inWords = (sign: string): Counted => currency[sign] ?? [sign, sign];
  const scaleOf = (scale: string) => SCALE_LETTERS[scale.toLowerCase()] ?? scale;
  return [
    [
      new RegExp(`([$£€])(${NUMBER})\\s?(${SCALE})`, 'gu'),
      (_written, sign = '', number = '', scale = '') => `${number} ${scaleOf(scale)} ${inWords(sign)[1]}`,
    ],
    [
      new RegExp(`${NO_NUMBER_BEFORE}(${NUMBER})\\s?¢`, 'gu'),
      (_written, number = '') => counted(number, inWords('¢')),
    ],
    [
      new RegExp(
        `(?<![${WORD_CHARACTERS}])([¥₹₩]|Rs\\.?|USD|EUR|GBP)\\s?(${NUMBER})(?:\\s?(${SCALE}))?`,
        'gu',
      ),
      (_written, sign = '', number = '', scale) => {
        const words = inWords(sign.replace('.', ''));
        return scale === undefined ? counted(number, words) : `${number} ${scaleOf(scale)} ${words[1]}`;
      },
    ],
  ];
}

export function unitRules({ units }: WrittenForms): SpellingRule[] {
  const scales: Readonly<Record<string, string>> = { C: ' Celsius', F: ' Fahrenheit' };
  return [
    [
      new RegExp(`${NO_NUMBER_BEFORE}(-?${NUMBER})\\s?°\\s?([CF])?${NO_WORD_AFTER}`, 'gu'),
      (_written, number = '', scale = '') => counted(number, ['degree', 'degrees']) + (scales[scale] ?? ''),
    ],
    [
      new RegExp(`${NO_NUMBER_BEFORE}(-?${NUMBER})\\s?(${anyOf(Object.keys(units))})${NO_WORD_AFTER}`, 'gu'),
      (written = '', number = '', unit = '') => {
        const words = units[unit];
        return words ? counted(number, words) : written;
      },
    ],
  ];
}

/** US phone numbers. */
export const TELEPHONE_RULE: SpellingRule = [
  new RegExp(`(?<![${WORD_CHARACTERS}.-])(?:[0-9]{3}-)?[0-9]{3}-[0-9]{4}(?![${WORD_CHARACTERS}.-])`, 'gu'),
  (written = '') => [...written.replaceAll('-', ', ')].join(' '),
];

export const RANGE_RULE: SpellingRule = [
  new RegExp(
    `(?<![${WORD_CHARACTERS}.-])([0-9]{1,4})\\s?[-–]\\s?([0-9]{1,4})(?![${WORD_CHARACTERS}.%-])`,
    'gu',
  ),
  (_written, from = '', to = '') => `${from} to ${to}`,
];

function counted(number: string, [one, many]: Counted): string {
  return `${number} ${['1', '1.0', '-1'].includes(number.replaceAll(',', '')) ? one : many}`;
}
