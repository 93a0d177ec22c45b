import { sayAddresses } from './addresses.js';
import type { FormLanguage } from './form-languages.js';

/** Longer numbers without separators are ones of telephones and orders: people read their digits. */
const MAX_DIGITS = 6;
const MONTHS = 12;
const CURRENCIES: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };
const SIGN = '[€$£]';

/** Writes a text out as people say it, in a language with days before months and decimals behind a comma. */
export class EuropeanForms {
  private readonly group: string;
  private readonly months: readonly string[];

  constructor(private readonly language: FormLanguage) {
    const { locale } = language;
    // Swiss and Austrian texts have others; a full stop and a blank are what most have.
    this.group = '[. \\u00a0\\u202f]';
    const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    this.months = Array.from({ length: MONTHS }, (_, index) => month.format(Date.UTC(2024, index, 15)));
  }

  readonly say = (text: string): string => {
    if (!/[\d@]|www\.|https?:/i.test(text)) return text;
    const { language } = this;
    const digits = (of: string) => this.digits(of);
    const addressed = sayAddresses(text, { at: language.at, signs: language.signs, digits });
    return this.numbers(this.ordinals(this.times(this.dates(this.amounts(addressed)))));
  };

  private dates(text: string): string {
    return text
      .replace(/(\p{L}+ )?\b(\d{4})-(\d{2})-(\d{2})\b/gu, (found, before: string | undefined, y, m, d) =>
        this.date(found, before, Number(y), Number(m), Number(d)),
      )
      .replace(
        /(\p{L}+ )?\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/gu,
        (found, before: string | undefined, d, m, y) =>
          this.date(found, before, Number(y), Number(m), Number(d)),
      );
  }

  private date(found: string, before: string | undefined, y: number, m: number, d: number): string {
    const month = this.months[m - 1];
    if (month === undefined || d < 1 || d > 31) return found;
    const { day, joiner, year = (of: number) => this.cardinal(String(of)) } = this.language;
    return (before ?? '') + [day(d, before?.trim()), month, year(y)].join(joiner);
  }

  private times(text: string): string {
    const { hourSigns, time } = this.language;
    const pattern = new RegExp(
      `\\b([01]?\\d|2[0-3])(?::|${hourSigns.between})([0-5]\\d)(?:${hourSigns.after})?(?!\\d)`,
      'giu',
    );
    return text.replace(pattern, (_found, h: string, m: string) =>
      time(this.cardinal(String(Number(h))), Number(m) === 0 ? undefined : this.cardinal(String(Number(m)))),
    );
  }

  private amounts(text: string): string {
    const amount = `(\\d{1,3}(?:${this.group}\\d{3})+|\\d+)(?:,(\\d{2}))?`;
    return text
      .replace(
        new RegExp(`(${SIGN})\\s?${amount}(?!\\d)`, 'gu'),
        (_found, sign: string, whole: string, cents?: string) => this.money(sign, whole, cents),
      )
      .replace(
        new RegExp(`(?<!\\d)${amount}\\s?(${SIGN})`, 'gu'),
        (_found, whole: string, cents: string, sign: string) => this.money(sign, whole, cents),
      );
  }

  private money(sign: string, whole: string, cents: string | undefined): string {
    const { locale, euros } = this.language;
    const amount = this.plain(whole);
    if (sign === '€') return euros(`${amount}.${cents ?? '00'}`);
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: CURRENCIES[sign] ?? 'EUR',
      currencyDisplay: 'name',
    });
    const name = format.formatToParts(Number(amount)).find(({ type }) => type === 'currency')?.value ?? sign;
    const change =
      cents === undefined || Number(cents) === 0 ? '' : ` ${this.cardinal(String(Number(cents)))}`;
    return `${this.cardinal(amount)} ${name}${change}`;
  }

  private ordinals(text: string): string {
    return (this.language.ordinals ?? []).reduce(
      (said, { pattern, say }) =>
        said.replace(pattern, (_found, first: string, second: unknown) =>
          say(first, typeof second === 'string' ? second : ''),
        ),
      text,
    );
  }

  private numbers(text: string): string {
    const number = `(\\d{1,3}(?:${this.group}\\d{3})+|\\d+)(?:,(\\d+))?`;
    const percent = new Intl.NumberFormat(this.language.locale, {
      style: 'unit',
      unit: 'percent',
      unitDisplay: 'long',
    });
    const sign = percent.formatToParts(5).find(({ type }) => type === 'unit')?.value ?? '%';
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}.,])(-)?${number}(\\s?%)?(?![\\p{L}\\p{N}]|[.,]\\d)`, 'gu');
    return text.replace(
      pattern,
      (_found, minus: string | undefined, whole: string, part?: string, isShare?: string) => {
        const said = this.decimal((minus ?? '') + this.plain(whole), part, /^\d+$/.test(whole));
        return isShare === undefined ? said : `${said} ${sign}`;
      },
    );
  }

  private decimal(whole: string, part: string | undefined, isBare: boolean): string {
    const isCode = isBare && part === undefined && (whole.length > MAX_DIGITS || /^0\d/.test(whole));
    if (isCode) return this.digits(whole);
    return this.cardinal(part === undefined ? whole : `${whole}.${part}`);
  }

  private plain(whole: string): string {
    return whole.replace(new RegExp(this.group, 'gu'), '');
  }

  private digits(text: string): string {
    return [...text].flatMap((digit) => (/\d/.test(digit) ? [this.cardinal(digit)] : [])).join(' ');
  }

  private cardinal(number: string): string {
    return this.language.cardinal(number);
  }
}
