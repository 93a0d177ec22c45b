import { dateFormat, isTimeZone } from '../../common/clock/index.js';
import { Type } from '@sinclair/typebox';

/** Daily hours without outbound calls, from `start` to `end` in local time of `timeZone`. */
export interface QuietHours {
  /** `21:00`, inclusive. */
  readonly start: string;
  /** `08:00`, exclusive. On the next day if it is before `start`. */
  readonly end: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Daylight-saving changes happen at the start of a quarter-hour. */
const QUARTER_MINUTES = 15;
const QUARTER_MS = QUARTER_MINUTES * MINUTE_MS;
/** One day plus the longest backward clock change. */
const LONGEST_MS = (DAY_MINUTES + 120) * MINUTE_MS;
/** Limit for chains of quiet hours in which one set starts when another ends. */
const MOST_ROUNDS = 14;

/** Parses the stored form; undefined if it is invalid. */
export function readQuietHours(stored: unknown): QuietHours | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { start, end, timeZone } = stored as Partial<Record<keyof QuietHours, unknown>>;
  if (typeof start !== 'string' || typeof end !== 'string' || typeof timeZone !== 'string') return undefined;
  const isSound = TIME_OF_DAY.test(start) && TIME_OF_DAY.test(end) && isTimeZone(timeZone);
  return isSound ? { start, end, timeZone } : undefined;
}

/**
 * The next permitted time in milliseconds since 1970: now, or the first minute after the quiet hours in local time,
 * including days with a clock change. One day later if there is none.
 */
export function nextAllowedMs(quiet: QuietHours | undefined, nowMs: number): number {
  if (!quiet) return nowMs;
  const [start, end] = [minutesOf(quiet.start), minutesOf(quiet.end)];
  const lastMs = nowMs + LONGEST_MS;
  for (let quarterMs = nowMs - (nowMs % QUARTER_MS); quarterMs < lastMs; quarterMs += QUARTER_MS) {
    const first = minuteOfDay(quiet.timeZone, quarterMs);
    for (let minute = 0; minute < QUARTER_MINUTES; minute += 1) {
      const atMs = quarterMs + minute * MINUTE_MS;
      const isOver = atMs + MINUTE_MS <= nowMs;
      if (!isOver && !isWithin((first + minute) % DAY_MINUTES, start, end)) return Math.max(atMs, nowMs);
    }
  }
  return lastMs;
}

/** The first time outside all quiet hours, like `nextAllowedMs`; about a week later if they cover the whole day. */
export function nextAllowedByAllMs(quiets: readonly (QuietHours | undefined)[], nowMs: number): number {
  let atMs = nowMs;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = Math.max(...quiets.map((quiet) => nextAllowedMs(quiet, atMs)), atMs);
    if (next === atMs) return atMs;
    atMs = next;
  }
  return atMs;
}

function isWithin(minute: number, start: number, end: number): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':', 2);
  return Number(hours) * 60 + Number(minutes);
}

function minuteOfDay(timeZone: string, nowMs: number): number {
  const format = dateFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return minutesOf(format.format(nowMs));
}

export const QuietHoursSchema = Type.Object(
  { start: Type.String(), end: Type.String(), timeZone: Type.String() },
  { additionalProperties: false, title: 'QuietHours' },
);
