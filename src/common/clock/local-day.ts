import { dateFormat } from './date-formats.js';

/** A calendar day without time and zone. Months count from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Days since 1970, for arithmetic. */
export const numberOfDay = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day) / DAY_MS;

function dayOfNumber(days: number): Day {
  const date = new Date(days * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0: Sunday. */
export const weekdayOf = (day: Day): number => (((numberOfDay(day) + 4) % 7) + 7) % 7;

export const plusDays = (day: Day, days: number): Day => dayOfNumber(numberOfDay(day) + days);

/** The same day of a later month, or the last day of a shorter month. */
export function plusMonths({ year, month, day }: Day, months: number): Day {
  const all = year * 12 + (month - 1) + months;
  const to = { year: Math.floor(all / 12), month: (all % 12) + 1 };
  return { ...to, day: Math.min(day, daysInMonth(to.year, to.month)) };
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

export const isDay = ({ year, month, day }: Day): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

/** As `2026-12-23`. */
export function writtenDay({ year, month, day }: Day): string {
  return [String(year).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-');
}

/** As `19:30`. */
export const writtenTime = (minuteOfDay: number): string =>
  `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Local date and time in a time zone. */
export function localTime(
  nowMs: number,
  timeZone: string,
): { readonly today: Day; readonly minuteOfDay: number } {
  const style = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  } as const;
  const parts = dateFormat('en-GB', { ...style, hourCycle: 'h23', timeZone }).formatToParts(nowMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const today = { year: part('year'), month: part('month'), day: part('day') };
  return { today, minuteOfDay: part('hour') * 60 + part('minute') };
}

/** The moment at which clocks of a time zone show this. Within the hour that clocks skip: an hour later. */
export function momentOf(day: Day, minuteOfDay: number, timeZone: string): number {
  const shownMs = numberOfDay(day) * DAY_MS + minuteOfDay * MINUTE_MS;
  const offsetAt = (atMs: number) => {
    const { today, minuteOfDay: minute } = localTime(atMs, timeZone);
    return numberOfDay(today) * DAY_MS + minute * MINUTE_MS - Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  };
  return shownMs - offsetAt(shownMs - offsetAt(shownMs));
}

/** Reads `2026-12-23`; undefined if it is no day. */
export function dayIn(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const read = { year: Number(year), month: Number(month), day: Number(day) };
  return isDay(read) ? read : undefined;
}
