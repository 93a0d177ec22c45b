import { type AgentCalendar, DEFAULT_MINUTES, WEEKDAYS } from '../../agent-document/calendar.js';
import {
  type Day,
  dayIn,
  localTime,
  momentOf,
  plusDays,
  weekdayOf,
  writtenDay,
  writtenTime,
} from '../../common/clock/index.js';
import type { OfferedTime } from '../calendar-booking.js';
import type { BusySpan } from './busy-times.js';

const MINUTE_MS = 60_000;

/** All times that a calendar offers on a day, taken or not, one after the other from the beginning of its hours. */
export function offeredOn(day: Day, calendar: AgentCalendar, timeZone: string): OfferedTime[] {
  const { hours, minutes = DEFAULT_MINUTES } = calendar;
  const weekday = WEEKDAYS[weekdayOf(day)];
  const spans = weekday === undefined ? [] : (hours[weekday] ?? []);
  return spans.flatMap(({ from, until }) => {
    const count = Math.max(0, Math.floor((minuteOf(until) - minuteOf(from)) / minutes));
    return Array.from({ length: count }, (_, index) => {
      const start = minuteOf(from) + index * minutes;
      const fromMs = momentOf(day, start, timeZone);
      return {
        start: `${writtenDay(day)}T${writtenTime(start)}`,
        fromMs,
        untilMs: fromMs + minutes * MINUTE_MS,
      };
    }).filter(({ fromMs, start }) => start.endsWith(writtenTime(localTime(fromMs, timeZone).minuteOfDay)));
  });
}

export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => plusDays(first, index));

export const isFree = (
  { fromMs, untilMs }: Pick<OfferedTime, 'fromMs' | 'untilMs'>,
  busy: readonly BusySpan[],
): boolean => !busy.some(([from, until]) => from < untilMs && until > fromMs);

/** The wanted day and moment; undefined if these are none. */
export function wantedTime(
  date: string,
  time: string,
  timeZone: string,
): { readonly day: Day; readonly start: string; readonly fromMs: number } | undefined {
  const day = dayIn(date.trim().slice(0, 10));
  const [clock] = /^([01]?\d|2[0-3]):[0-5]\d/.exec(time.trim()) ?? [];
  if (!day || clock === undefined) return undefined;
  const minute = minuteOf(clock);
  const start = `${writtenDay(day)}T${writtenTime(minute)}`;
  return { day, start, fromMs: momentOf(day, minute, timeZone) };
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
