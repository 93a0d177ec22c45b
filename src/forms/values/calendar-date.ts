import { readOrdinal, readSmall, readWhole } from './cardinal.js';
import { type Day, isDay, numberOfDay, plusMonths } from '../../common/clock/index.js';
import { type Found, followsAny, type Word, wordAt } from './spoken-words.js';

/** Possible days, the likeliest first. */
export type SaidDay = readonly Day[];

export interface DayContext {
  readonly today: Day;
  /** "3/4" is the fourth of March. */
  readonly monthFirst: boolean;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const SHORT_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const NAMED_DAYS: readonly (readonly [string, number, number])[] = [
  ["new year's eve", 12, 31],
  ["new year's day", 1, 1],
  ['christmas eve', 12, 24],
  ['christmas day', 12, 25],
  ['boxing day', 12, 26],
  ["valentine's day", 2, 14],
  ['halloween', 10, 31],
  ['christmas', 12, 25],
];
export const one = (from: number, to: number, day: Day): Found<SaidDay> => ({ value: [day], from, to });

export function readNamed(
  words: readonly Word[],
  from: number,
  { today }: DayContext,
): Found<SaidDay> | undefined {
  for (const [phrase, month, day] of NAMED_DAYS) {
    const length = followsAny(words, from, [phrase, phrase.replace("'", '')]);
    if (length > 0) return one(from, from + length, comingYear(today, month, day));
  }
  return undefined;
}

const monthNumber = (word: string): number => {
  const found = MONTHS.indexOf(word);
  if (found >= 0) return found + 1;
  return word === 'sept' ? 9 : SHORT_MONTHS.indexOf(word) + 1;
};

/** "23/12/2026", "2026-12-23", "12.23", "23/12". */
export function readWritten(
  words: readonly Word[],
  from: number,
  context: DayContext,
): Found<SaidDay> | undefined {
  const iso = [0, 1, 2].map((index) => wordAt(words, from + index));
  if (
    /^\d{4}$/.test(iso[0] ?? '') &&
    [1, 2].every((index) => words[from + index]?.before === '-' && /^\d{1,2}$/.test(iso[index] ?? ''))
  ) {
    const [year = 0, month = 0, day = 0] = iso.map(Number);
    return isDay({ year, month, day }) ? one(from, from + 3, { year, month, day }) : undefined;
  }
  const parts = wordAt(words, from).split(/[./]/);
  const isDate = /^\d{1,2}\/\d{1,2}(\/\d{2,4})?$|^\d{1,2}\.\d{1,2}\.(\d{2,4})$/.test(wordAt(words, from));
  if (!isDate) return undefined;
  const [first = 0, second = 0, year] = parts.map(Number);
  const orders = context.monthFirst
    ? [
        [second, first],
        [first, second],
      ]
    : [
        [first, second],
        [second, first],
      ];
  for (const [day = 0, month = 0] of orders) {
    const found =
      year === undefined ? comingYear(context.today, month, day) : { year: fullYear(year), month, day };
    if (isDay(found)) return one(from, from + 1, found);
  }
  return undefined;
}

const fullYear = (year: number): number => (year >= 100 ? year : year < 50 ? 2000 + year : 1900 + year);

/** "the twenty-third of December", "December the twenty-third", "23 December 2026", "Dec 23rd". */
export function readDate(
  words: readonly Word[],
  from: number,
  context: DayContext,
): Found<SaidDay> | undefined {
  const begins = monthNumber(wordAt(words, from));
  if (begins > 0) {
    const at = from + 1 + followsAny(words, from + 1, ['the']);
    const day = readOrdinal(words, at) ?? readSmall(words, at);
    return day && dated(words, from, day.to, begins, day.value, context);
  }
  const day = readOrdinal(words, from) ?? readSmall(words, from);
  // The end of "thirty-first" is not an ordinal of its own.
  const isEnd = from > 0 && /^(twenty|thirty)$/.test(wordAt(words, from - 1)) && (day?.value ?? 0) < 10;
  if (!day || isEnd) return undefined;
  const at = day.to + followsAny(words, day.to, ['day of', 'of']);
  const relative = followsAny(words, at, ['this month', 'next month', 'the month']);
  if (relative > 0 && at > day.to) {
    const { year, month } = plusMonths({ ...context.today, day: 1 }, wordAt(words, at) === 'next' ? 1 : 0);
    const found = { year, month, day: day.value };
    return isDay(found) ? one(from, at + relative, found) : undefined;
  }
  const month = monthNumber(wordAt(words, at));
  return month > 0 ? dated(words, from, at + 1, month, day.value, context) : undefined;
}

function dated(
  words: readonly Word[],
  from: number,
  to: number,
  month: number,
  day: number,
  { today }: DayContext,
): Found<SaidDay> | undefined {
  const year = readYear(words, to + followsAny(words, to, ['in', 'of']));
  const found = year ? { year: year.value, month, day } : comingYear(today, month, day);
  return isDay(found) ? one(from, year?.to ?? to, found) : undefined;
}

/** "2026", "twenty twenty six", "two thousand and seven", "nineteen oh five", "nineteen eighty four". */
function readYear(words: readonly Word[], at: number): Found<number> | undefined {
  if (/^(19|20)\d\d$/.test(wordAt(words, at)))
    return { value: Number(wordAt(words, at)), from: at, to: at + 1 };
  const century = readSmall(words, at);
  if (century && (century.value === 19 || century.value === 20)) {
    if (/^(oh|o)$/.test(wordAt(words, century.to))) {
      const unit = readSmall(words, century.to + 1);
      if (unit && unit.value < 10) return { value: century.value * 100 + unit.value, from: at, to: unit.to };
    }
    const rest = readSmall(words, century.to);
    if (rest && rest.value >= 10 && rest.value < 100)
      return { value: century.value * 100 + rest.value, from: at, to: rest.to };
  }
  const whole = readWhole(words, at);
  return whole && whole.value >= 1900 && whole.value < 2100 ? whole : undefined;
}

/** "the fifth": of this month, or of the next month if it has passed. */
export function readDayOfMonth(
  words: readonly Word[],
  at: number,
  { today }: DayContext,
  hasThe: boolean,
): Found<SaidDay> | undefined {
  const ordinal = readOrdinal(words, at);
  if (!ordinal || (!hasThe && !/\d/.test(wordAt(words, at)))) return undefined;
  // "The thirty-first of February" is not a day.
  if (monthNumber(wordAt(words, ordinal.to + followsAny(words, ordinal.to, ['of']))) > 0) return undefined;
  for (let months = 0; months < 3; months += 1) {
    const { year, month } = plusMonths({ ...today, day: 1 }, months);
    const day = { year, month, day: ordinal.value };
    if (isDay(day) && numberOfDay(day) >= numberOfDay(today)) return one(at, ordinal.to, day);
  }
  return undefined;
}

function comingYear(today: Day, month: number, day: number): Day {
  for (let years = 0; years < 8; years += 1) {
    const found = { year: today.year + years, month, day };
    if (isDay(found) && numberOfDay(found) >= numberOfDay(today)) return found;
  }
  return { year: today.year, month, day };
}
