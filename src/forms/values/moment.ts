import { readDuration } from './amounts.js';
import { type Day, localTime, plusDays, writtenDay, writtenTime } from '../../common/clock/index.js';
import { readTime, type SaidTime } from './clock-time.js';
import type { SaidDay } from './calendar-date.js';
import { readDay } from './date.js';
import { type Found, findAll, type Word, wordAt } from './spoken-words.js';
import { monthFirst, type Reading, type ValueContext, type ValueKind } from './value-types.js';

const DAY_MINUTES = 1_440;

/** A date or a time of day in ISO 8601. */
type Written = Reading & { readonly value: string; readonly others: readonly string[] };

/** Dates of the days in the words. */
export function datesIn(words: readonly Word[], context: ValueContext): Found<Reading>[] {
  return daysIn(words, context).map((found) => ({ ...found, value: ofDays(found.value) }));
}

function daysIn(words: readonly Word[], context: ValueContext): Found<SaidDay>[] {
  const { today } = localTime(context.nowMs, context.timeZone);
  return findAll(words, (all, at) => readDay(all, at, { today, monthFirst: monthFirst(context) }));
}

const ofDays = ([first, ...rest]: SaidDay): Written => ({
  value: first ? writtenDay(first) : '',
  others: rest.map(writtenDay),
});

/** Times in the words. @param isAsked Whether a bare number counts as a time. */
export function timesIn(
  words: readonly Word[],
  kind: ValueKind,
  context: ValueContext,
  isAsked: boolean,
): Found<Written>[] {
  const found = findAll(words, (all, at) => soon(all, at, context) ?? timeAt(all, at, isAsked));
  return found.map(({ value, from, to }) => ({ from, to, value: ofTimes(value.minutes, kind) }));
}

function timeAt(words: readonly Word[], at: number, isAsked: boolean): Found<SaidTime> | undefined {
  const found = readTime(words, at);
  return found && (isAsked || !found.value.isBare) ? found : undefined;
}

/** "In ten minutes", "in half an hour": relative to now. */
function soon(
  words: readonly Word[],
  from: number,
  { nowMs, timeZone }: ValueContext,
): Found<SaidTime> | undefined {
  if (wordAt(words, from) !== 'in') return undefined;
  const span = readDuration(words, from + 1);
  const minutes = span && minutesOf(span.value);
  if (minutes === undefined) return undefined;
  const { minuteOfDay } = localTime(nowMs, timeZone);
  return {
    value: { minutes: [(minuteOfDay + minutes) % DAY_MINUTES], isBare: false },
    from,
    to: span?.to ?? from,
  };
}

/** Minutes of a duration shorter than a day. */
function minutesOf(duration: string): number | undefined {
  const match = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?$/.exec(duration);
  return match ? Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0) : undefined;
}

/** The times within the allowed range, or all if none is within it. */
function ofTimes(minutes: readonly number[], { from = '00:00', until = '24:00' }: ValueKind): Written {
  const all = minutes.map(writtenTime);
  const possible = all.filter((time) => time >= from && time <= until);
  const isBounded = from !== '00:00' || until !== '24:00';
  const [value = '', ...others] = possible.length > 0 ? possible : all;
  // Without opening hours, a likeliest time in the afternoon or before seven has no plausible alternative.
  const isPlain = !isBounded && (value >= '12:00' || value < '07:00');
  return { value, others: possible.length === 0 || isPlain ? [] : others };
}

/** Combines a day with a time. @param known The half that was said before. */
export function momentIn(
  words: readonly Word[],
  kind: ValueKind,
  context: ValueContext,
  known: { readonly date?: string; readonly time?: string } = {},
  isAsked = true,
): Found<Reading> | undefined {
  const day = daysIn(words, context).at(-1);
  const dayText =
    day && new Set(Array.from({ length: day.to - day.from }, (_one, index) => day.from + index));
  const rest = timesIn(words, kind, context, false)
    .filter((time) => !dayText?.has(time.from))
    .at(-1);
  const bare = timesIn(words, kind, context, isAsked)
    .filter((time) => !dayText?.has(time.from) && !dayText?.has(time.to - 1))
    .at(-1);
  const time = rest ?? bare;
  if (!day && !time) return undefined;
  const from = Math.min(day?.from ?? Infinity, time?.from ?? Infinity);
  const to = Math.max(day?.to ?? 0, time?.to ?? 0);
  const isSoon = !day && time && wordAt(words, time.from) === 'in';
  const date = day ? ofDays(day.value) : isSoon ? afterNow(words, time.from, context) : known.date;
  const dates = typeof date === 'string' ? { value: date, others: [] } : date;
  if (!dates) return { value: { value: time?.value.value ?? '', others: [], half: 'time' }, from, to };
  const clock = time?.value ?? (known.time === undefined ? undefined : { value: known.time, others: [] });
  if (!clock) return { value: { ...dates, half: 'date' }, from, to };
  const moments = [dates.value, ...dates.others].flatMap((one) =>
    [clock.value, ...clock.others].map((minute) => `${one}T${minute}`),
  );
  const [value = '', ...others] = notPast(moments, context);
  return { value: { value, others }, from, to };
}

/** The date of a time relative to now. */
function afterNow(words: readonly Word[], at: number, { nowMs, timeZone }: ValueContext): string {
  const { today, minuteOfDay } = localTime(nowMs, timeZone);
  const minutes = minutesOf(readDuration(words, at + 1)?.value ?? '') ?? 0;
  return writtenDay(plusDays(today, Math.floor((minuteOfDay + minutes) / DAY_MINUTES)));
}

/** Drops times in the past if a future one is possible. */
function notPast(moments: readonly string[], { nowMs, timeZone }: ValueContext): readonly string[] {
  const { today, minuteOfDay } = localTime(nowMs, timeZone);
  const now = `${writtenDay(today)}T${writtenTime(minuteOfDay)}`;
  const ahead = moments.filter((moment) => moment >= now);
  return ahead.length > 0 ? ahead : moments;
}

export function dayOf(date: string): Day {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number);
  return { year, month, day };
}
