import type { FormLanguage } from './form-language.js';

const NUMERIC_DATE = /(\p{L}{1,20} )?\b(\d{1,2})([./-])(\d{1,2})\3(\d{4}|\d{2})\b(?![.]?\d)/gu;
const ISO_DATE =
  /(\p{L}{1,20} )?\b(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/gu;
const DAY_AND_MONTH = /(\p{L}{1,20} )?\b(\d{1,2})\.(\d{1,2})\.(?!\d)/gu;
const HALF_DAY = String.raw`\s?([ap])\.?\s?m\b\.?`;

export class Calendar {
  private readonly months: readonly string[];
  private readonly monthFirst: boolean;
  private readonly keepsHalfDays: boolean;
  private readonly clock: RegExp;
  private readonly written: RegExp;

  constructor(
    private readonly language: FormLanguage,
    locale: string,
  ) {
    const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    this.months = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 15)));
    this.written = new RegExp(
      `(?<![\\d.,/-])([12]?\\d|3[01])(?: de)? (${this.months.join('|')})(?:(?: de)? (\\d{4}))?(?![\\p{L}\\d])`,
      'gu',
    );
    const [first] = new Intl.DateTimeFormat(locale).formatToParts(0);
    this.monthFirst = first?.type === 'month';
    const { hour12 = false } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
    this.keepsHalfDays = hour12 || language.locale.startsWith('en');
    const { between, after } = language.hourSigns;
    this.clock = new RegExp(
      `\\b([01]?\\d|2[0-3])(?::|${between})([0-5]\\d)(?::[0-5]\\d)?(?:${after}|${HALF_DAY})?(?!\\d)`,
      'giu',
    );
  }

  sayDates(text: string): string {
    const said = text
      .replace(ISO_DATE, (...found: (string | undefined)[]) => {
        const [whole = '', before, year, month = '', day = '', clock] = found;
        const date = this.date(whole, before, year, month, day);
        return clock === undefined ? date : `${date}, ${clock}`;
      })
      .replace(
        NUMERIC_DATE,
        (found, before: string | undefined, first: string, sign: string, second: string, year: string) => {
          const isMonthFirst =
            Number(second) > 12 || (this.monthFirst && sign !== '.' && Number(first) <= 12);
          const [month, day] = isMonthFirst ? [first, second] : [second, first];
          return this.date(found, before, year.length === 2 ? `20${year}` : year, month, day);
        },
      );
    if (/^en/.test(this.language.locale)) return said;
    if (!/^de\b/.test(this.language.locale)) return this.sayWrittenMonths(said);
    return said.replace(
      DAY_AND_MONTH,
      (found: string, before: string | undefined, day: string, month: string) =>
        this.date(found, before, undefined, month, day),
    );
  }

  /** "1 de mayo de 2027", "1 gennaio". */
  private sayWrittenMonths(text: string): string {
    const { date, year: yearOf, cardinal } = this.language;
    return text.replace(this.written, (_found, day: string, month: string, year: string | undefined) => {
      const said = year === undefined ? undefined : (yearOf?.(Number(year)) ?? cardinal(year));
      return date(Number(day), month, said, undefined);
    });
  }

  private date(
    found: string,
    before: string | undefined,
    year: string | undefined,
    m: string,
    d: string,
  ): string {
    const month = this.months[Number(m) - 1];
    const day = Number(d);
    if (month === undefined || day < 1 || day > 31) return found;
    const { language } = this;
    const said = year === undefined ? undefined : (language.year?.(Number(year)) ?? language.cardinal(year));
    return (before ?? '') + language.date(day, month, said, before?.trim());
  }

  sayTimes(text: string): string {
    return text
      .replace(this.clock, (_found, hour: string, minute: string, half: string | undefined) =>
        this.time(hour, minute, half),
      )
      .replace(new RegExp(`\\b(1[0-2]|0?[1-9])${HALF_DAY}`, 'giu'), (_found, hour: string, half: string) =>
        this.time(hour, '00', half),
      )
      .replace(
        new RegExp(`\\b([01]?\\d|2[0-3])(?:${this.language.hourSigns.after})`, 'giu'),
        (_found, hour: string) => this.time(hour, '00', undefined),
      );
  }

  private time(hour: string, minute: string, written: string | undefined): string {
    const { cardinal, locale } = this.language;
    const half = written?.toLowerCase();
    const isLater = half === 'p' && !this.keepsHalfDays && Number(hour) < 12;
    const hourSaid = cardinal(String(Number(hour) + (isLater ? 12 : 0)));
    const minutes = cardinal(String(Number(minute)));
    const minuteSaid = locale.startsWith('en') && Number(minute) < 10 ? `oh ${minutes}` : minutes;
    return this.language.time(
      hourSaid,
      minute === '00' ? undefined : minuteSaid,
      this.keepsHalfDays ? half : undefined,
    );
  }
}
