import type { CountryCode } from 'libphonenumber-js';

/** The replacement for matches of a pattern; `$1` is its first group, as in `String.replace`. */
export type Rule = readonly [pattern: RegExp, said: string | ((found: string) => string)];

/** One notation of ordinals; `say` gets the groups of the pattern. */
interface Ordinals {
  readonly pattern: RegExp;
  readonly say: (first: string, second: string) => string;
}

/**
 * How a language reads numbers and signs. Number words come from n2words; names of months, units and currencies, and
 * digit separators from Intl.
 */
export interface FormLanguage {
  /** The locale if the document names no region. */
  readonly locale: string;
  /** Countries whose national telephone numbers are recognized, if the document names no region. */
  readonly regions: readonly CountryCode[];
  readonly cardinal: (number: string) => string;
  /** A number before a noun, if it takes another form there. */
  readonly counted?: (number: string, noun: string) => string;
  /** Reads a four-digit year; undefined for an ordinary number. */
  readonly year?: (year: number) => string | undefined;
  /** @param before The word before the date, which may change its case. */
  readonly date: (day: number, month: string, year: string | undefined, before: string | undefined) => string;
  /** @param half `a` or `p` on a 12-hour clock. */
  readonly time: (hour: string, minute: string | undefined, half: string | undefined) => string;
  /** Regular expressions: signs between hours and minutes besides a colon, and after them. */
  readonly hourSigns: { readonly between: string; readonly after: string };
  readonly ordinals: readonly Ordinals[];
  /** "@" in e-mail and web addresses. */
  readonly at: string;
  readonly signs: ReadonlyMap<string, string>;
  /** The words between the ends of a range, before the unit of an amount, and before cents. */
  readonly to: string;
  readonly per: string;
  readonly and: string;
  /** The word for `#` before a number. */
  readonly number: string;
  /** Between a whole million and the currency. */
  readonly of: (coin: string) => string;
  /** A dollar of no particular country, and the cents of currencies that have them; singular and plural. */
  readonly dollar: readonly [one: string, many: string];
  readonly cents: readonly [one: string, many: string];
  /** Euro cents, if they have a name of their own. */
  readonly euroCents?: readonly [one: string, many: string];
  /** For `½`, `¼`, `¾`, `⅓` and `⅔`, alone and after a number. */
  readonly fractions: readonly string[];
  /** Regular expressions for a thousand, a million, a billion (1e9) and so on, spelled out and abbreviated. */
  readonly magnitudes: readonly string[];
  /** A regular expression for words before an identifier, as opposed to an amount. */
  readonly codeWords: string;
  /** Replaced first, in this order. */
  readonly abbreviations: readonly Rule[];
}

export const signsOf = (dot: string, dash: string, underscore: string, slash: string, plus: string) =>
  new Map([
    ['.', dot],
    ['-', dash],
    ['_', underscore],
    ['/', slash],
    ['+', plus],
  ]);

/** Cardinal numbers with decimals read digit by digit: "three point one four". */
export function withDigits(cardinal: (number: string) => string, point: string): (number: string) => string {
  return (number) => {
    const [whole = '', decimals] = number.split('.', 2);
    if (decimals === undefined) return cardinal(whole);
    const minus = whole.startsWith('-') ? `${cardinal('-1').split(' ', 1)[0] ?? ''} ` : '';
    const digits = [...decimals].map((digit) => cardinal(digit));
    return [minus + cardinal(whole.replace('-', '')), point, ...digits].join(' ');
  };
}

/**
 * A rule for abbreviations that are valid anywhere: "z. B. = zum Beispiel; ca. = circa". Spaces in them are optional,
 * and the first letter may be a capital.
 * @param next A regular expression for what must follow
 */
export function abbreviations(list: string, next = ''): Rule {
  const words = new Map<string, string>();
  const sources: string[] = [];
  const add = (written: string, said: string) => {
    const key = written.replaceAll(' ', '');
    if (words.has(key)) return;
    words.set(key, said);
    sources.push(written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s?'));
  };
  for (const entry of list.split(';')) {
    const [written = '', said = ''] = entry.split('=').map((part) => part.trim());
    add(written, said);
    add(capitalised(written), capitalised(said));
  }
  const pattern = `(?<![\\p{L}\\p{N}.])(?:${sources.join('|')})(?![\\p{L}\\p{N}])${next}`;
  return [new RegExp(pattern, 'gu'), (found) => words.get(found.replace(/\s/g, '')) ?? found];
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A rule for abbreviations that are valid only before a number. */
export const beforeNumbers = (list: string): Rule => abbreviations(list, '(?=\\s?\\d)');

/** A rule for abbreviations that are valid only before a name. */
export const beforeNames = (list: string): Rule => abbreviations(list, '(?=\\s\\p{Lu})');
