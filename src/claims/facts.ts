import { dateFormat } from '../common/clock/index.js';
import { statedValues, type StatedValue, type ValueContext } from '../forms/index.js';

/** Characters of a source that are searched for values as they are written. */
const MOST_SCANNED = 64_000;
/** Characters of it that are also read as spoken values ("half past seven"), which takes longer. */
const MOST_READ = 1_500;
const READ_AT_ONCE = 290;
/** Reading a few characters takes as long as reading so many. */
const LEAST_COUNTED = 30;
/** Values of a JSON document. */
const MOST_NODES = 2_000;
const MOST_DEPTH = 20;
/** Dates between which nights and days are counted. */
const MOST_SPANS = 6;

const PIECES =
  /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}:\d{2}|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\p{L}[\p{L}'’]*/gu;
const IS_PRICE = /price|cost|amount|total|fee|fare|balance|due|charge|sum|rate|refund|deposit/i;
const SMALL = numbered(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  0,
);
const TENS = numbered('twenty thirty forty fifty sixty seventy eighty ninety', 2);
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const DAY_MS = 86_400_000;

/** How many characters may still be searched, and read as spoken values, before others have their turn. */
export interface ReadingBudget {
  scanned: number;
  read: number;
}

/** The values and words of a text, of a tool's arguments or of its answer. */
export class Facts {
  readonly numbers = new Set<string>();
  readonly dates = new Set<string>();
  readonly times = new Set<string>();
  /** Amounts of money, without currency. */
  readonly money = new Set<string>();
  readonly words = new Set<string>();
  private runs = '';
  private nodes = 0;
  private readonly left: ReadingBudget = { scanned: MOST_SCANNED, read: MOST_READ };

  private constructor(
    private readonly context: ValueContext,
    private readonly budget: ReadingBudget = { scanned: MOST_SCANNED, read: MOST_READ },
  ) {}

  static ofText(text: string, context: ValueContext, budget?: ReadingBudget): Facts {
    const facts = new Facts(context, budget);
    facts.addText(text);
    return facts;
  }

  /** JSON, or a text. */
  static ofAnswer(answer: string, context: ValueContext, budget: ReadingBudget): Facts {
    const value = answer.length > MOST_SCANNED ? undefined : parsed(answer);
    if (value === undefined) return Facts.ofText(answer, context, budget);
    const facts = new Facts(context, budget);
    facts.addValue(value, '', 0);
    facts.addSpans();
    return facts;
  }

  /** The current day and its neighbours, and the current time. */
  static ofClock(context: ValueContext): Facts {
    const facts = new Facts(context);
    for (const days of [-1, 0, 1]) facts.addMoment(context.nowMs + days * DAY_MS);
    return facts;
  }

  /** Whether it has any value of this kind. */
  holds(kind: StatedValue['kind']): boolean {
    if (kind === 'date') return this.dates.size > 0;
    if (kind === 'time') return this.times.size > 0;
    return kind === 'money' ? this.money.size > 0 : this.numbers.size > 0;
  }

  has({ kind, values, text, noun }: StatedValue): boolean {
    switch (kind) {
      case 'date':
        return (
          values.some((value) => this.dates.has(value)) || this.hasDayInWords(text) || this.hasSpan(text)
        );
      case 'time':
        return (
          values.some((value) => this.times.has(value)) ||
          // "At ten, 5 people."
          (noun !== '' && /^\d+$/.test(text) && this.hasNumber(text, noun))
        );
      case 'money':
        return values.some((value) => this.hasAmount(Number(value)));
      case 'duration':
        return [...values, text].some((said) => {
          const parts = said.match(/\d+/g) ?? [];
          return (
            parts.length > 0 && parts.every((part) => this.numbers.has(part) || this.hasWeeks(said, part))
          );
        });
      case 'number':
        return values.some((value) => this.hasNumber(value, noun));
    }
  }

  /** "For 8 weeks from Thursday" is read as one date. */
  private hasSpan(text: string): boolean {
    const [, count = ''] = /(\d+) (?:days?|weeks?|months?) from\b/.exec(text) ?? [];
    return this.numbers.has(count);
  }

  /** "Eight weeks" is P56D. */
  private hasWeeks(said: string, days: string): boolean {
    return said.endsWith('D') && this.numbers.has(String(Number(days) / 7));
  }

  private hasAmount(amount: number): boolean {
    return [amount, Math.round(amount * 100)].some(
      (one) => this.money.has(String(one)) || this.numbers.has(String(one)),
    );
  }

  private hasNumber(value: string, noun: string): boolean {
    if (this.numbers.has(value) || this.money.has(value)) return true;
    if (/^(percent|per)$/.test(noun) && this.numbers.has(String(Number(value) / 100))) return true;
    const hour = Number(value);
    const isHour = Number.isInteger(hour) && hour >= 1 && hour <= 24;
    if (isHour && [hour, hour + 12].some((one) => this.times.has(`${String(one % 24).padStart(2, '0')}:00`)))
      return true;
    // A long number is said in groups.
    return value.length >= 2 && this.runs.includes(value);
  }

  /** "Friday" in a prompt means every Friday. */
  private hasDayInWords(text: string): boolean {
    const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
    const named = words.filter((word) => WEEKDAYS.includes(word) || MONTHS.includes(word));
    const days = words.filter((word) => /^\d+$/.test(word));
    return (
      named.length > 0 &&
      named.every((word) => this.words.has(word)) &&
      days.every((day) => this.numbers.has(String(Number(day))))
    );
  }

  private addText(text: string): void {
    let before = '';
    const scanned = text.slice(0, this.spend('scanned', text.length));
    for (const [piece] of scanned.matchAll(PIECES)) {
      const word = piece.toLowerCase().replaceAll('’', "'");
      if (/^\d/.test(word)) this.addDigits(word);
      else this.addWord(word, before);
      before = word;
    }
    const most = this.spend('read', Math.max(LEAST_COUNTED, scanned.length));
    for (const chunk of chunksOf(scanned.slice(0, most)))
      for (const stated of statedValues(chunk, this.context)) this.addStated(stated);
  }

  /** @returns how much of it may be had */
  private spend(what: keyof ReadingBudget, wanted: number): number {
    const most = Math.max(0, Math.min(wanted, this.left[what], this.budget[what]));
    this.left[what] -= most;
    this.budget[what] -= most;
    return most;
  }

  private addStated({ kind, values }: StatedValue): void {
    if (kind === 'date') values.forEach((value) => this.dates.add(value));
    else if (kind === 'time') values.forEach((value) => this.times.add(value));
    else if (kind === 'money') values.forEach((value) => this.money.add(value));
    else if (kind === 'number') values.forEach((value) => this.numbers.add(value));
    else (values[0]?.match(/\d+/g) ?? []).forEach((part) => this.numbers.add(part));
  }

  private addWord(word: string, before: string): void {
    this.words.add(word.endsWith("'s") ? word.slice(0, -2) : word);
    const ten = TENS.get(word);
    if (ten !== undefined) this.numbers.add(String(ten * 10));
    const small = SMALL.get(word);
    if (small === undefined) return this.addHalf(word, before);
    this.numbers.add(String(small));
    const tens = TENS.get(before);
    if (tens !== undefined && small > 0 && small < 10) this.numbers.add(String(tens * 10 + small));
  }

  private addHalf(word: string, before: string): void {
    if ((word !== 'am' && word !== 'pm') || !/^\d{1,2}(:\d{2})?$/.test(before)) return;
    const [hour = 0, minute = 0] = before.split(':').map(Number);
    this.addTime((hour % 12) + (word === 'pm' ? 12 : 0), minute);
  }

  private addDigits(piece: string): void {
    const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2}).*?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(piece);
    if (iso) {
      this.dates.add(iso[1] ?? '');
      if (iso[2] !== undefined) this.addTime(Number(iso[2]), Number(iso[3]));
      const ms = iso[4] === undefined ? NaN : Date.parse(piece.toUpperCase());
      return Number.isNaN(ms) ? undefined : this.addMoment(ms);
    }
    const clock = /^(\d{1,2}):(\d{2})$/.exec(piece);
    if (clock) return this.addTime(Number(clock[1]), Number(clock[2]));
    const plain = piece.replaceAll(',', '');
    this.numbers.add(String(Number(plain)));
    if (plain.length >= 6) this.runs += ` ${plain}`;
  }

  private addTime(hour: number, minute: number): void {
    if (hour > 24 || minute > 59) return;
    this.times.add(`${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  }

  private addMoment(ms: number): void {
    const style = { dateStyle: 'short', timeStyle: 'short', timeZone: this.context.timeZone } as const;
    const [date = '', time = ''] = dateFormat('sv-SE', style).format(ms).split(' ');
    this.dates.add(date);
    this.times.add(time);
  }

  private addValue(value: unknown, key: string, depth: number): void {
    if (depth > MOST_DEPTH || this.nodes++ > MOST_NODES) return;
    if (typeof value === 'string') {
      if (IS_PRICE.test(key) && /^\d+(\.\d+)?$/.test(value)) this.addPrice(Number(value), key);
      return this.addText(value);
    }
    if (typeof value === 'number') {
      this.numbers.add(String(value));
      if (IS_PRICE.test(key)) this.addPrice(value, key);
      return;
    }
    if (Array.isArray(value)) {
      this.numbers.add(String(value.length));
      return value.forEach((one) => this.addValue(one, key, depth + 1));
    }
    for (const [name, one] of Object.entries(value ?? {})) this.addValue(one, name, depth + 1);
  }

  private addPrice(amount: number, key: string): void {
    this.money.add(String(/cents?$/i.test(key) ? amount / 100 : amount));
  }

  /** Days between its dates: the nights of a stay. */
  private addSpans(): void {
    const days = [...this.dates].slice(0, MOST_SPANS).map((date) => Date.parse(date) / DAY_MS);
    for (const [at, one] of days.entries())
      for (const other of days.slice(at + 1)) {
        const span = Math.abs(one - other);
        if (span > 0) [span, span + 1].forEach((count) => this.numbers.add(String(count)));
      }
  }
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const blank = text.lastIndexOf(' ', at + READ_AT_ONCE);
    const end = at + READ_AT_ONCE >= text.length ? text.length : blank > at ? blank : at + READ_AT_ONCE;
    yield text.slice(at, end);
    at = end;
  }
}

function parsed(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function numbered(words: string, from: number): ReadonlyMap<string, number> {
  return new Map(words.split(' ').map((word, at) => [word, from + at]));
}
