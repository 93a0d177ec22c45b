import type { FormLanguage } from './form-language.js';
import type { WrittenNumbers } from './written-numbers.js';

/** Unit signs, by their names in Intl. */
const UNITS: Readonly<Record<string, string>> = {
  '%': 'percent',
  '°C': 'celsius',
  '°F': 'fahrenheit',
  '°': 'degree',
  'km/h': 'kilometer-per-hour',
  'km/u': 'kilometer-per-hour',
  kmh: 'kilometer-per-hour',
  mph: 'mile-per-hour',
  km: 'kilometer',
  cm: 'centimeter',
  mm: 'millimeter',
  m: 'meter',
  mi: 'mile',
  ft: 'foot',
  yd: 'yard',
  kg: 'kilogram',
  g: 'gram',
  lbs: 'pound',
  lb: 'pound',
  oz: 'ounce',
  ml: 'milliliter',
  mL: 'milliliter',
  l: 'liter',
  L: 'liter',
  GB: 'gigabyte',
  MB: 'megabyte',
  TB: 'terabyte',
  KB: 'kilobyte',
  kB: 'kilobyte',
  hrs: 'hour',
  hr: 'hour',
  h: 'hour',
  mins: 'minute',
  min: 'minute',
  secs: 'second',
  sec: 'second',
  ms: 'millisecond',
};

/** Reads numbers with unit signs: "12 km", "-3.5 °C", "5%". */
export class Measures {
  private readonly pattern: RegExp;

  constructor(
    private readonly language: FormLanguage,
    private readonly locale: string,
    private readonly numbers: WrittenNumbers,
  ) {
    // A degree sign before a word ends an ordinal.
    const signs = Object.keys(UNITS).join('|').replace('|°|', '|°(?!\\s?\\p{L})|');
    this.pattern = new RegExp(
      `(?<![\\p{L}\\p{N}.,])([-−])?(${numbers.any})\\s?(${signs})(?![\\p{L}\\p{N}²³/])`,
      'gu',
    );
  }

  say(text: string): string {
    return text.replace(this.pattern, (_found, minus: string | undefined, number: string, sign: string) => {
      const plain = this.numbers.plain(number);
      const name = this.nameOf(UNITS[sign] ?? sign, Number(plain));
      const { cardinal, counted } = this.language;
      const said = minus === undefined ? (counted?.(plain, name) ?? cardinal(plain)) : cardinal(`-${plain}`);
      return sign === '%' ? `${minus === undefined ? cardinal(plain) : said} ${name}` : `${said} ${name}`;
    });
  }

  private nameOf(unit: string, number: number): string {
    const format = new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: 'long' });
    return format.formatToParts(number).find(({ type }) => type === 'unit')?.value ?? unit;
  }
}
