import type { CountryCode } from 'libphonenumber-js';

/** What is said in place of what a pattern finds; `$1` stands for its first group, as in `String.replace`. */
export type Rule = readonly [pattern: RegExp, said: string];

/** One way to write ordinals; `say` gets the groups of the pattern. */
interface Ordinals {
  readonly pattern: RegExp;
  readonly say: (first: string, second: string) => string;
}

/**
 * How one language says what is written in numbers and signs. Numbers are n2words' work; the names of months, units and
 * currencies, and what separates digits, are Intl's.
 */
export interface FormLanguage {
  /** Where a document names no region. */
  readonly locale: string;
  /** Whose telephone numbers are known without their country's code, where a document names no region. */
  readonly regions: readonly CountryCode[];
  readonly cardinal: (number: string) => string;
  /** A number before a noun, where the language has other words for it there. */
  readonly counted?: (number: string, noun: string) => string;
  /** Four digits that are no amount of anything; undefined where they are a number like others. */
  readonly year?: (year: number) => string | undefined;
  /** @param before The word before the date. */
  readonly date: (day: number, month: string, year: string | undefined, before: string | undefined) => string;
  /** @param half `a` or `p`, where hours are counted to twelve. */
  readonly time: (hour: string, minute: string | undefined, half: string | undefined) => string;
  /** Regular expressions: what stands between hours and minutes besides a colon, and after them. */
  readonly hourSigns: { readonly between: string; readonly after: string };
  readonly ordinals: readonly Ordinals[];
  /** Of e-mail and web addresses. */
  readonly at: string;
  readonly signs: ReadonlyMap<string, string>;
  /** Between two numbers, before what an amount is counted by, and before the hundredth parts of a coin. */
  readonly to: string;
  readonly per: string;
  readonly and: string;
  /** Before a number with `#`. */
  readonly number: string;
  /** Before the coin, after a whole million. */
  readonly of: (coin: string) => string;
  /** Of a dollar that is of no named country, and of those coins that have a hundredth part, one and many. */
  readonly dollar: readonly [one: string, many: string];
  readonly cents: readonly [one: string, many: string];
  /** Those of a euro, where they have a name of their own. */
  readonly euroCents?: readonly [one: string, many: string];
  /** Of `½`, `¼`, `¾`, `⅓` and `⅔`, alone and after a number. */
  readonly fractions: readonly string[];
  /** Regular expressions for a thousand, a million, a billion (1e9) and so on, as words and short ones. */
  readonly magnitudes: readonly string[];
  /** A regular expression for words that a number of digits follows, as opposed to an amount. */
  readonly codeWords: string;
  /** Read in their order, before all else. */
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

/** Cardinal numbers whose decimals are read one by one: "three point one four". */
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
 * Rules for abbreviations that are the same wherever they stand: "z. B. = zum Beispiel; ca. = circa". A blank in one
 * may be absent, and a sentence may begin with one.
 */
export function abbreviations(list: string): readonly Rule[] {
  return list.split(';').flatMap((entry): Rule[] => {
    const [written = '', said = ''] = entry.split('=').map((part) => part.trim());
    return [ruleOf(written, said), ruleOf(capitalised(written), capitalised(said))];
  });
}

function ruleOf(written: string, said: string): Rule {
  const source = written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s?');
  return [new RegExp(`(?<![\\p{L}\\p{N}.])${source}(?![\\p{L}\\p{N}])`, 'gu'), said];
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The same of those that are ones before a number alone. */
export function beforeNumbers(list: string): readonly Rule[] {
  return abbreviations(list).map(([{ source }, said]): Rule => [
    new RegExp(`${source}(?=\\s?\\d)`, 'gu'),
    said,
  ]);
}

/** The same of those that are ones before a name alone. */
export function beforeNames(list: string): readonly Rule[] {
  return abbreviations(list).map(([{ source }, said]): Rule => [
    new RegExp(`${source}(?=\\s\\p{Lu})`, 'gu'),
    said,
  ]);
}
