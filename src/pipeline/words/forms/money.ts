import type { FormLanguage } from './form-language.js';
import type { WrittenNumbers } from './written-numbers.js';

const SIGNS: Readonly<Record<string, string>> = {
  US$: 'USD',
  U$S: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  AU$: 'AUD',
  A$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  MX$: 'MXN',
  R$: 'BRL',
  $: '$',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₫': 'VND',
  '₪': 'ILS',
  '₱': 'PHP',
  '₦': 'NGN',
  zł: 'PLN',
  Kč: 'CZK',
  'SFr.': 'CHF',
  'Fr.': 'CHF',
};
const CODES =
  'AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR';
/** Countries that call `$` "pesos". */
const PESOS: Readonly<Record<string, string>> = { MX: 'MXN', AR: 'ARS', CL: 'CLP', CO: 'COP', UY: 'UYU' };
const PENCE = { en: { GBP: ['penny', 'pence'] } } as const;
/** Currencies whose hundredths are called cents in all languages. */
const WITH_CENTS = /^(USD|CAD|AUD|NZD|HKD|SGD|MXN|ARS|CLP|COP|UYU|BRL|\$)$/;

const escaped = (text: string): string => text.replace(/[.$]/g, '\\$&');

interface Amount {
  readonly minus: string | undefined;
  readonly sign: string;
  readonly number: string;
  readonly upTo: string | undefined;
  readonly magnitude: string | undefined;
  readonly per: string | undefined;
}

/** Reads amounts of money: "$1.5 million", "30k €", "USD 12.50", "£5-10". */
export class Money {
  private readonly between: RegExp;
  private readonly before: RegExp;
  private readonly behind: RegExp;
  private readonly magnitudes: readonly RegExp[];
  private readonly region: string;

  constructor(
    private readonly language: FormLanguage,
    private readonly locale: string,
    private readonly numbers: WrittenNumbers,
  ) {
    const sign = `(${[...Object.keys(SIGNS).map(escaped), `(?:${CODES})(?![\\p{L}])`].join('|')})`;
    const minus = '(?<![\\p{L}\\p{N}])([-−])?';
    const number = `(${numbers.any})(?![.,]?\\d)`;
    const magnitudes = [...language.magnitudes, 'millions?'].join('|');
    const magnitude = `(?:\\s?(${magnitudes})(?![\\p{L}]))?`;
    // "$5 million dollars" names the currency twice.
    const again = `(?:\\s(?:${[...language.dollar, 'euros?', 'pounds?'].join('|')})(?![\\p{L}]))?`;
    this.between = new RegExp(`(?<=\\d\\s?(?:${magnitudes}))\\s?[-–—]\\s?(?=${sign}\\s?\\d)`, 'gu');
    const upTo = `(${numbers.any})(?![.,]?\\d)`;
    const per = '(\\s?/\\s?(?=\\p{L}))?';
    this.before = new RegExp(
      `${minus}${sign}\\s?([-−])?${number}(?:\\s?[-–—]\\s?(?:\\2\\s?)?${upTo})?${magnitude}${again}${per}`,
      'gu',
    );
    this.behind = new RegExp(
      `${minus}${number}(?:\\s?[-–—]\\s?${upTo})?${magnitude}\\s?${sign}(?![\\p{L}\\p{N}])${per}`,
      'gu',
    );
    this.magnitudes = language.magnitudes.map((source) => new RegExp(`^(?:${source})$`, 'u'));
    this.region = new Intl.Locale(locale).region ?? '';
  }

  say(text: string): string {
    return text
      .replace(this.between, ` ${this.language.to} `)
      .replace(this.before, (...found: (string | undefined)[]) => {
        const [, minus, sign = '', inner, number = '', upTo, magnitude, per] = found;
        return this.signed({ minus: minus ?? inner, sign, number, upTo, magnitude, per });
      })
      .replace(this.behind, (...found: (string | undefined)[]) => {
        const [, minus, number = '', upTo, magnitude, sign = '', per] = found;
        return this.signed({ minus, sign, number, upTo, magnitude, per });
      });
  }

  private signed(amount: Amount): string {
    const said = this.amount(amount) + (amount.per === undefined ? '' : ` ${this.language.per} `);
    return amount.minus === undefined ? said : `${this.minusWord()} ${said}`;
  }

  private minusWord(): string {
    return this.language.cardinal('-1').split(' ', 1)[0] ?? '';
  }

  private amount({ sign, number, upTo, magnitude }: Amount): string {
    const { language, numbers } = this;
    const coin = this.coinOf(SIGNS[sign] ?? sign);
    const plain = numbers.plain(number);
    const range = upTo === undefined ? '' : `${language.to} `;
    const last = upTo === undefined ? plain : numbers.plain(upTo);
    const first = upTo === undefined ? '' : `${language.cardinal(plain)} ${range}`;
    if (magnitude !== undefined) return first + this.large(last, magnitude, coin);
    return first + this.small(last, coin);
  }

  /** "one point five million dollars". */
  private large(number: string, magnitude: string, coin: string): string {
    const { language } = this;
    const known = this.magnitudes.findIndex((pattern) => pattern.test(magnitude));
    const name = this.nameOf(coin, 2);
    if (known === 0) return `${language.cardinal(String(Math.round(Number(number) * 1_000)))} ${name}`;
    // "$2 million" occurs in texts of all languages.
    const word = known > 2 ? magnitude : this.magnitudeName(number, Math.max(known, 1));
    const count = language.counted?.(number, word) ?? language.cardinal(number);
    return `${count} ${word} ${language.of(name)}${name}`;
  }

  private magnitudeName(number: string, power: number): string {
    const format = new Intl.NumberFormat(this.locale, { notation: 'compact', compactDisplay: 'long' });
    const parts = format.formatToParts(Number(number) * 1_000 ** (power + 1));
    return parts.find(({ type }) => type === 'compact')?.value ?? '';
  }

  private small(number: string, coin: string): string {
    const { language } = this;
    const [whole = '0', decimals = ''] = number.split('.', 2);
    const cents = this.centsOf(coin);
    // For example "0.5 cents" of a dollar, and currencies without hundredths.
    if (decimals.length !== 0 && decimals.length !== 2)
      return `${language.cardinal(number)} ${this.nameOf(coin, 2)}`;
    const large = this.counted(whole, this.nameOf(coin, Number(whole)));
    const change = Number(decimals);
    if (change === 0) return /^[1-9]\d*0{6}$/.test(whole) ? this.millions(whole, coin) : large;
    const small = cents
      ? this.counted(String(change), change === 1 ? cents[0] : cents[1])
      : language.cardinal(String(change));
    if (cents && Number(whole) === 0) return small;
    return cents ? `${large} ${language.and} ${small}` : `${large} ${small}`;
  }

  private millions(whole: string, coin: string): string {
    const name = this.nameOf(coin, 2);
    return `${this.language.cardinal(whole)} ${this.language.of(name)}${name}`;
  }

  private counted(number: string, noun: string): string {
    const { language } = this;
    return `${language.counted?.(number, noun) ?? language.cardinal(number)} ${noun}`;
  }

  private coinOf(sign: string): string {
    return sign === '$' ? (PESOS[this.region] ?? '$') : sign;
  }

  private centsOf(coin: string): readonly [string, string] | undefined {
    if (coin === 'GBP') return this.language.locale.startsWith('en') ? PENCE.en.GBP : undefined;
    if (coin === 'EUR') return this.language.euroCents ?? this.language.cents;
    return WITH_CENTS.test(coin) ? this.language.cents : undefined;
  }

  private nameOf(coin: string, number: number): string {
    const [one, many] = this.language.dollar;
    const isOne = number === 1;
    if (coin === '$') return isOne ? one : many;
    if (coin === 'GBP' && this.language.locale.startsWith('en')) return isOne ? 'pound' : 'pounds';
    const format = new Intl.NumberFormat(this.locale, {
      style: 'currency',
      currency: coin,
      currencyDisplay: 'name',
      maximumFractionDigits: 0,
    });
    const name = format.formatToParts(number).find(({ type }) => type === 'currency')?.value ?? coin;
    // At home, "pesos" and "reais" are said without the country.
    const words = name.split(' ');
    const noun = /^(?:en|de|nl)/.test(this.locale) ? words.at(-1) : words[0];
    const short = /^(?:MXN|ARS|CLP|COP|UYU|BRL)$/.test(coin) ? (noun ?? name) : name;
    return this.language.locale.startsWith('pt') ? short.charAt(0).toLowerCase() + short.slice(1) : short;
  }
}
