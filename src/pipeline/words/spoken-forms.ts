import { sayAddresses } from './addresses.js';
import { Calendar } from './forms/spoken-calendar.js';
import { Codes } from './forms/codes.js';
import { dutch } from './forms/dutch.js';
import { english } from './forms/english.js';
import type { FormLanguage } from './forms/form-language.js';
import { french } from './forms/french.js';
import { german } from './forms/german.js';
import { italian } from './forms/italian.js';
import { Measures } from './forms/measures.js';
import { Money } from './forms/money.js';
import { brazilian, portuguese } from './forms/portuguese.js';
import { mexican, spanish } from './forms/spanish.js';
import { WrittenNumbers } from './forms/written-numbers.js';

/** Longer numbers without separators are telephone or order numbers, which people read digit by digit. */
const MAX_DIGITS = 6;

/** By ISO 639-1 code; a region takes precedence over its language. */
const LANGUAGES: Readonly<Record<string, FormLanguage>> = {
  de: german,
  en: english,
  es: spanish,
  'es-MX': mexican,
  'es-US': mexican,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
  'pt-BR': brazilian,
};

const FRACTIONS: Readonly<Record<string, string>> = {
  '1/2': '½',
  '1/4': '¼',
  '3/4': '¾',
  '1/3': '⅓',
  '2/3': '⅔',
};

type SpokenForms = (text: string) => string;

const made = new Map<string, SpokenForms | undefined>();
const MAX_MADE = 100;

/**
 * Writes out numbers, amounts, dates, times and addresses in a language (BCP 47); undefined for unsupported languages.
 */
export function spokenForms(languageCode: string): SpokenForms | undefined {
  if (made.has(languageCode)) return made.get(languageCode);
  const forms = formsOf(languageCode);
  if (made.size < MAX_MADE) made.set(languageCode, forms);
  return forms;
}

function formsOf(languageCode: string): SpokenForms | undefined {
  const locale = localeOf(languageCode);
  if (!locale) return undefined;
  const { language, region } = locale;
  const known = [`${language}-${region ?? ''}`, language].find((name) => Object.hasOwn(LANGUAGES, name));
  const words = known === undefined ? undefined : LANGUAGES[known];
  if (!words) return undefined;
  const forms = new Forms(words, region === undefined ? words.locale : `${language}-${region}`, region);
  return (text) => forms.say(text);
}

function localeOf(languageCode: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(languageCode);
  } catch {
    return undefined;
  }
}

/** Writes out numbers and signs. The output of one step has no digits, so later steps leave it alone. */
class Forms {
  private readonly numbers: WrittenNumbers;
  private readonly steps: readonly ((text: string) => string)[];
  private readonly codes: Codes;
  private readonly number: RegExp;
  private readonly range: RegExp;

  constructor(
    private readonly language: FormLanguage,
    locale: string,
    region: string | undefined,
  ) {
    const numbers = new WrittenNumbers(locale);
    const calendar = new Calendar(language, locale);
    const money = new Money(language, locale, numbers);
    const measures = new Measures(language, locale, numbers);
    this.numbers = numbers;
    this.codes = new Codes(language, region === undefined ? language.locale.slice(0, 2) : locale, numbers);
    this.number = new RegExp(
      `(?<![\\p{L}\\p{N}.,])([-−+])?(${numbers.any})(?![\\p{L}\\p{N}]|[.,]\\d)(?=(?:\\s(\\p{L}+))?)`,
      'gu',
    );
    this.range = new RegExp(
      `(?<![\\p{L}\\p{N}.,/-])(${numbers.any}(?::\\d\\d)?(?:\\s?[ap]\\.?m\\.?)?)\\s?[-–—]\\s?(?=\\d(?![\\d.,:]*[-–—]\\d))`,
      'giu',
    );
    const digits = (text: string) => this.codes.digits(text);
    this.steps = [
      (text) => sayAddresses(text, { at: language.at, signs: language.signs, digits }),
      (text) => this.abbreviations(text),
      (text) => this.fractions(text),
      (text) => calendar.sayDates(text),
      (text) => money.say(text),
      (text) => this.codes.say(text),
      (text) => this.ranges(text),
      (text) => calendar.sayTimes(text),
      (text) => measures.say(text),
      (text) => this.ordinals(text),
      (text) => this.plainNumbers(text),
    ];
  }

  say(text: string): string {
    return this.steps.reduce((said, step) => step(said), text);
  }

  private abbreviations(text: string): string {
    const said = this.language.abbreviations.reduce(
      (so, [pattern, words]) =>
        typeof words === 'string' ? so.replace(pattern, words) : so.replace(pattern, words),
      text,
    );
    return /\.["')\]»”]*\s*$/.test(text) && !/[.!?]["')\]»”]*\s*$/.test(said) ? `${said.trimEnd()}.` : said;
  }

  private ranges(text: string): string {
    return text.replace(this.range, (_found, from: string) => `${from} ${this.language.to} `);
  }

  private ordinals(text: string): string {
    return this.language.ordinals.reduce(
      (said, { pattern, say }) =>
        said.replace(pattern, (_found, first: string, second: unknown) =>
          say(first, typeof second === 'string' ? second : ''),
        ),
      text,
    );
  }

  private fractions(text: string): string {
    const signs = text
      .replace(/(?<![\d/.,])[1-3]\/[234](?![\d/])/g, (found) => FRACTIONS[found] ?? found)
      .replace(/(?<![\d/.,])(\d{1,3})\/(?=\d{1,3}(?![\d/]))/g, '$1 ')
      .replace(/(?<=\d)\+(?![\p{L}\p{N}])/gu, ` ${this.language.signs.get('+') ?? ''}`)
      .replace(/(?<![\p{L}\p{N}.,])\.(?=\d)/gu, '0.');
    return signs.replace(/(?:(\d+)\s?)?([½¼¾⅓⅔])/g, (_found, whole: string | undefined, sign: string) => {
      const part = this.language.fractions['½¼¾⅓⅔'.indexOf(sign)] ?? sign;
      return whole === undefined ? part : `${this.language.cardinal(whole)} ${this.language.and} ${part}`;
    });
  }

  private plainNumbers(text: string): string {
    // A number alone is a count.
    const mayBeYear = /\p{L}/u.test(text);
    return text.replace(
      this.number,
      (_found, sign: string | undefined, number: string, noun: string | undefined) => {
        const said = (mayBeYear ? this.yearOf(number) : undefined) ?? this.plainNumber(number, noun);
        if (sign === undefined) return said;
        const word =
          sign === '+' ? this.language.signs.get('+') : this.language.cardinal('-1').split(' ', 1)[0];
        return `${word ?? sign} ${said}`;
      },
    );
  }

  private yearOf(number: string): string | undefined {
    return /^\d{4}$/.test(number) ? this.language.year?.(Number(number)) : undefined;
  }

  private plainNumber(number: string, noun: string | undefined): string {
    const { cardinal, counted } = this.language;
    const plain = this.numbers.plain(number);
    const isBare = /^\d+$/.test(number);
    if (isBare && (number.length > MAX_DIGITS || /^0\d/.test(number))) return this.codes.digits(number);
    return (noun !== undefined && isNoun(noun) && counted?.(plain, noun)) || cardinal(plain);
  }
}

/** Excludes short words, and words that only look feminine. */
const isNoun = (word: string): boolean =>
  (word.length > 3 || word === 'ora') &&
  !/^(para|cada|contra|mila|hasta|fuera|ahora|agora|della|nella|alla|dalla)$|(m|dí|di)as?$/iu.test(word);
