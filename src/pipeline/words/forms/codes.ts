import { type CountryCode, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { FormLanguage } from './form-language.js';
import type { WrittenNumbers } from './written-numbers.js';

/** Possible telephone numbers: digits with separators, or with a plus. */
const PHONE =
  /(?<![\p{L}\p{N}.,:/$€£#-])(?:\+\s?)?\(?\d+(?:\)?[ ./-]?(?:\(0\) ?)?\(?\d+){1,8}(?![\p{L}\p{N}%€£$]|[.,:-]\d)/gu;
/** Cards and other grouped numbers that are not dates. */
const GROUPED = /(?<![\p{L}\p{N}.,-])(?:\d{4}(?: \d{4}){2,5}|\d+(?:-\d+){2,6})(?![\p{L}\p{N}-])/gu;
/** "AB-1234" */
const LETTERED = /(?<=(?<![\p{L}\p{N}])\p{Lu}{1,5}-)\d{3,}(?![\p{L}\p{N}-])/gu;
/** A US telephone number without its area code. */
const LOCAL = /(?<![\p{L}\p{N}.,-])\d{3}-\d{4}(?![\p{L}\p{N}-])/gu;
const MIN_CODE_DIGITS = 3;

/** Reads out the digits of telephone numbers, cards and identifiers. */
export class Codes {
  private readonly named: RegExp;
  private readonly regions: readonly CountryCode[];

  constructor(
    private readonly language: FormLanguage,
    locale: string,
    private readonly numbers: WrittenNumbers,
  ) {
    this.named = new RegExp(
      `(?<=(?<!\\p{L})(?:${language.codeWords})(?:\\s\\p{L}{2,4})?[.:]?\\s)#?(\\d{${MIN_CODE_DIGITS},}(?:-\\d{2,})*)(?![\\p{L}\\p{N}]|[.,:/-]\\d)`,
      'giu',
    );
    const { region } = new Intl.Locale(locale);
    this.regions = region === undefined ? language.regions : [region as CountryCode];
  }

  say(text: string): string {
    if (!/\d.*\d/s.test(text)) return this.hashes(text);
    const phoned = text
      .replace(PHONE, (found) => (this.isPhone(found) ? this.groups(found.replace('(0)', '')) : found))
      .replace(GROUPED, (found) => (this.isCode(found) ? this.groups(found) : found))
      .replace(LETTERED, (found) => this.digits(found));
    const local =
      this.language.locale === 'en-US' ? phoned.replace(LOCAL, (found) => this.groups(found)) : phoned;
    return this.hashes(local.replace(this.named, (_found, digits: string) => this.groups(digits)));
  }

  private hashes(text: string): string {
    const { number, cardinal } = this.language;
    return text.replace(/(?<![\p{L}\p{N}&])#\s?(\d+)(?![\p{L}\p{N}])/gu, (_found, digits: string) =>
      [number, digits.length > MIN_CODE_DIGITS ? this.digits(digits) : cardinal(digits)].join(' '),
    );
  }

  private isCode(found: string): boolean {
    return found.replace(/\D/g, '').length > MIN_CODE_DIGITS * 2 && !this.numbers.isGrouped(found);
  }

  private isPhone(found: string): boolean {
    if (this.numbers.isGrouped(found) && !/ /.test(found)) return false;
    if (found.startsWith('+')) return isValidPhoneNumber(found);
    return /\D/.test(found) && this.regions.some((region) => isNational(found, region));
  }

  private groups(found: string): string {
    const plus = found.startsWith('+') ? `${this.language.signs.get('+') ?? ''} ` : '';
    const groups = found.match(/\d+/g) ?? [];
    return plus + groups.map((group) => this.digits(group)).join(', ');
  }

  digits(text: string): string {
    return [...text].flatMap((digit) => (/\d/.test(digit) ? [this.language.cardinal(digit)] : [])).join(' ');
  }
}

/** In countries whose national numbers start with a zero, others are not national: "2019-2021". */
function isNational(found: string, region: CountryCode): boolean {
  const number = parsePhoneNumberFromString(found, region);
  if (!number?.isValid()) return false;
  return /^\(?0/.test(found) || !/^\(?0/.test(number.formatNational());
}
