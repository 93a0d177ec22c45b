import { type Static, Type } from '@sinclair/typebox';
import { spokenValue } from '../forms/index.js';

const DATE = '^\\d{4}-\\d{2}-\\d{2}$';
const TIME = '^([01]\\d|2[0-3]):[0-5]\\d$';

/** The caller's request, and the time at which it is made. */
export const TableWish = Type.Object({
  people: Type.Number(),
  date: Type.String({ pattern: DATE }),
  time: Type.String({ pattern: TIME }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  phone: Type.String({ minLength: 1, maxLength: 50 }),
  /** Local time of the restaurant (ISO 8601). */
  now: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}' }),
});
export type TableWish = Static<typeof TableWish>;

/** Why there is no table, in words for the caller, and the fields to ask for again. */
export interface NoTable {
  readonly say: string;
  readonly ask: readonly (keyof TableWish)[];
}

const OPENS = 9;
/** Last hour at which guests may arrive. */
const LAST_HOUR = 20;
/** Seats per hour. */
const SEATS_AN_HOUR = 20;
const LARGEST_TABLE = 8;
const SUNDAY = 0;
const MOST_DAYS_AHEAD = 365;
const MS_A_DAY = 86_400_000;

/**
 * Why there is no table; undefined if there is one.
 * @param taken Number of guests per hour of that day.
 */
export function problemWith(
  { people, date, time, now }: TableWish,
  taken: ReadonlyMap<number, number>,
): NoTable | undefined {
  const hour = hourOf(time);
  const day = Date.parse(date);
  const aheadMs = day - Date.parse(now.slice(0, 10));
  if (!Number.isInteger(people) || people < 1) return { say: 'How many is that?', ask: ['people'] };
  if (people > LARGEST_TABLE) return { say: `Our largest table is for ${LARGEST_TABLE}.`, ask: ['people'] };
  if (Number.isNaN(day) || aheadMs < 0) return { say: 'That day is over.', ask: ['date'] };
  if (aheadMs > MOST_DAYS_AHEAD * MS_A_DAY)
    return { say: 'We take bookings for one year ahead.', ask: ['date'] };
  if (new Date(day).getUTCDay() === SUNDAY) return { say: 'We are closed on Sundays.', ask: ['date'] };
  if (hour < OPENS || hour > LAST_HOUR)
    return { say: 'You can come between nine in the morning and nine in the evening.', ask: ['time'] };
  if (`${date}T${time}` <= now.slice(0, 16)) return { say: 'That time is over.', ask: ['date', 'time'] };
  const isFree = (at: number) =>
    (taken.get(at) ?? 0) + people <= SEATS_AN_HOUR && `${date}T${clock(at)}` > now;
  if ((taken.get(hour) ?? 0) + people <= SEATS_AN_HOUR) return undefined;
  const others = HOURS.filter(isFree).sort((a, b) => Math.abs(a - hour) - Math.abs(b - hour));
  const [nearest] = others;
  if (nearest === undefined) return { say: 'We are full on that day.', ask: ['date', 'time'] };
  const at = spokenValue('time', clock(nearest), { nowMs: day, timeZone: 'UTC' });
  return { say: `We are full at that hour. There is a table for ${people} at ${at}.`, ask: ['time'] };
}

export const hourOf = (time: string): number => Number(time.slice(0, 2));

const HOURS = Array.from({ length: LAST_HOUR - OPENS + 1 }, (_one, index) => OPENS + index);
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
