import { readOrdinal, readWhole } from './cardinal.js';
import { type Day, isDay, numberOfDay, plusDays, plusMonths, weekdayOf } from '../../common/clock/index.js';
import {
  type DayContext,
  one,
  readDate,
  readDayOfMonth,
  readNamed,
  readWritten,
  type SaidDay,
} from './calendar-date.js';
import { type Found, followsAny, type Word, wordAt } from './spoken-words.js';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const BEFORE_DAY = ['on the', 'on', 'for the', 'for', 'the', 'from the', 'from'];
const WEEK = 7;

/** Parses a day: "tomorrow", "a week on Friday", "the twenty-third of December", "23/12", "in ten days". */
export function readDay(
  words: readonly Word[],
  from: number,
  context: DayContext,
): Found<SaidDay> | undefined {
  const lead = followsAny(words, from, BEFORE_DAY);
  const hasThe = lead > 0 && wordAt(words, from + lead - 1) === 'the';
  const at = from + lead;
  const found =
    readLater(words, at, context) ??
    readNear(words, at, context) ??
    readNamed(words, at, context) ??
    readWeekday(words, at, context) ??
    readWritten(words, at, context) ??
    readDate(words, at, context) ??
    (hasThe || lead === 0 ? readDayOfMonth(words, at, context, hasThe) : undefined);
  return found && { ...found, from };
}

/** "today", "the day after tomorrow", "tonight". */
function readNear(words: readonly Word[], from: number, { today }: DayContext): Found<SaidDay> | undefined {
  const near: readonly (readonly [string, number])[] = [
    ['day after tomorrow', 2],
    ['day before yesterday', -2],
    ['tomorrow', 1],
    ['yesterday', -1],
    ['today', 0],
    ['tonight', 0],
    ['this morning', 0],
    ['this afternoon', 0],
    ['this evening', 0],
  ];
  for (const [phrase, days] of near) {
    const length = followsAny(words, from, [phrase]);
    if (length === 0) continue;
    return one(from, from + length, plusDays(today, days));
  }
  return undefined;
}

/** "in ten days", "a week on Friday", "Friday week", "two weeks today", "a fortnight from Monday", "in a month". */
function readLater(words: readonly Word[], from: number, context: DayContext): Found<SaidDay> | undefined {
  const hasIn = wordAt(words, from) === 'in';
  const span = readSpan(words, hasIn ? from + 1 : from);
  if (span) {
    const later = (day: Day) =>
      span.value.unit === 'month' ? plusMonths(day, span.value.count) : plusDays(day, span.value.count);
    const isPast = wordAt(words, span.to) === 'ago';
    if (isPast) {
      const back = { ...span.value, count: -span.value.count };
      const day =
        back.unit === 'month' ? plusMonths(context.today, back.count) : plusDays(context.today, back.count);
      return one(from, span.to + 1, day);
    }
    const fromNow = followsAny(words, span.to, ['from now', 'time', 'from today', 'today']);
    const link = followsAny(words, span.to, ['on', 'from', 'after', 'this', 'from this']);
    const base = readNear(words, span.to + link, context) ?? readWeekday(words, span.to + link, context);
    if (base && !(hasIn && link > 0 && wordAt(words, span.to) === 'on'))
      return { value: base.value.slice(0, 1).map(later), from, to: base.to };
    if (hasIn || fromNow > 0) return one(from, span.to + fromNow, later(context.today));
  }
  const base = readNear(words, from, context) ?? readWeekday(words, from, context);
  if (!base) return undefined;
  if (wordAt(words, base.to) === 'fortnight') return shifted(base, 2 * WEEK, 1);
  const isTime = wordAt(words, base.to) === 'week' && !words[base.to]?.before;
  return isTime ? shifted(base, WEEK, 1) : undefined;
}

const shifted = ({ value, from, to }: Found<SaidDay>, days: number, length: number): Found<SaidDay> => ({
  value: value.slice(0, 1).map((day) => plusDays(day, days)),
  from,
  to: to + length,
});

/** "ten days", "a week", "a fortnight", "two months", "a couple of weeks". */
function readSpan(
  words: readonly Word[],
  from: number,
): Found<{ readonly count: number; readonly unit: 'day' | 'month' }> | undefined {
  const couple = followsAny(words, from, ['a couple of', 'a couple']);
  const isA = /^(a|an|one)$/.test(wordAt(words, from));
  const number =
    couple > 0 ? { value: 2, to: from + couple } : isA ? { value: 1, to: from + 1 } : readWhole(words, from);
  if (!number) return undefined;
  const unit = wordAt(words, number.to).replace(/'?s?'?$/, '');
  const sizes: Readonly<Record<string, readonly [number, 'day' | 'month']>> = {
    day: [1, 'day'],
    week: [WEEK, 'day'],
    fortnight: [2 * WEEK, 'day'],
    month: [1, 'month'],
    year: [12, 'month'],
  };
  const size = sizes[unit];
  return size && { value: { count: number.value * size[0], unit: size[1] }, from, to: number.to + 1 };
}

const weekdayNumber = (word: string): number =>
  WEEKDAYS.findIndex(
    (name) =>
      name === word ||
      (word.length >= 3 &&
        /^(sun|mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat)$/.test(word) &&
        name.startsWith(word.replace(/^(weds)$/, 'wed'))),
  );

/** "Friday", "this Friday", "next Friday", "Friday the fourth", "Friday, December 4th", "Friday next week". */
function readWeekday(words: readonly Word[], from: number, context: DayContext): Found<SaidDay> | undefined {
  const { today } = context;
  const lead = followsAny(words, from, ['this coming', 'the coming', 'coming', 'this', 'next', 'the', 'on']);
  const which = lead > 0 ? wordAt(words, from) : '';
  const weekday = weekdayNumber(wordAt(words, from + lead));
  if (weekday < 0) return undefined;
  const to = from + lead + 1;
  const dated = readDated(words, to, weekday, context);
  if (dated) return { ...dated, from };
  const ahead = (weekday - weekdayOf(today) + WEEK) % WEEK;
  const nextOne = plusDays(today, ahead === 0 ? WEEK : ahead);
  // Weeks begin on Monday.
  const ofNextWeek = plusDays(today, WEEK - ((weekdayOf(today) + 6) % WEEK) + ((weekday + 6) % WEEK));
  const week = followsAny(words, to, [
    'next week',
    'of next week',
    'the week after',
    'after next',
    'this week',
    'of this week',
  ]);
  if (week > 0) {
    const said = words
      .slice(to, to + week)
      .map(({ text }) => text)
      .join(' ');
    if (said === 'after next') return one(from, to + week, plusDays(nextOne, WEEK));
    if (said.endsWith('this week')) return one(from, to + week, plusDays(ofNextWeek, -WEEK));
    return one(from, to + week, ofNextWeek);
  }
  if (which === 'this' && wordAt(words, from + 1) !== 'coming')
    return one(from, to, ahead === 0 ? today : nextOne);
  if (which !== 'next') return one(from, to, nextOne);
  const isSame = numberOfDay(ofNextWeek) === numberOfDay(nextOne);
  return { value: isSame ? [nextOne] : [ofNextWeek, nextOne], from, to };
}

/** The date after a weekday; without a month, the next such date on that weekday. */
function readDated(
  words: readonly Word[],
  from: number,
  weekday: number,
  context: DayContext,
): Found<SaidDay> | undefined {
  const at = from + followsAny(words, from, ['the', 'on the']);
  const dated = readWritten(words, at, context) ?? readDate(words, at, context);
  if (dated) return dated;
  const ordinal = readOrdinal(words, at);
  if (!ordinal) return undefined;
  for (let months = 0; months < 24; months += 1) {
    const { year, month } = plusMonths({ ...context.today, day: 1 }, months);
    const day = { year, month, day: ordinal.value };
    if (isDay(day) && weekdayOf(day) === weekday && numberOfDay(day) >= numberOfDay(context.today))
      return one(from, ordinal.to, day);
  }
  return undefined;
}
