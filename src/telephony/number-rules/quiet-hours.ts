import { dateFormat, isTimeZone } from '../../common/clock/index.js';

/** When nobody is phoned: from `start` to `end`, each day, as the clocks of `timeZone` show it. */
export interface QuietHours {
  /** `21:00`; included. */
  readonly start: string;
  /** `08:00`; not included. Before `start`, it is of the next day. */
  readonly end: string;
  /** IANA name, `Europe/Berlin`. */
  readonly timeZone: string;
}

export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Of quiet hours that begin when others end: then a call waits for its end. */
const MOST_ROUNDS = 14;

/** As they are stored; undefined for anything else. */
export function readQuietHours(stored: unknown): QuietHours | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { start, end, timeZone } = stored as Partial<Record<keyof QuietHours, unknown>>;
  if (typeof start !== 'string' || typeof end !== 'string' || typeof timeZone !== 'string') return undefined;
  const isSound = TIME_OF_DAY.test(start) && TIME_OF_DAY.test(end) && isTimeZone(timeZone);
  return isSound ? { start, end, timeZone } : undefined;
}

/**
 * When phoning is allowed next, in milliseconds since 1970: now, or the end of the quiet hours, as the clocks will
 * show it. Changes to and from summer time are taken into account.
 */
export function nextAllowedMs(quiet: QuietHours | undefined, nowMs: number): number {
  if (!quiet) return nowMs;
  const [start, end] = [minutesOf(quiet.start), minutesOf(quiet.end)];
  const minute = minuteOfDay(quiet.timeZone, nowMs);
  if (!isWithin(minute, start, end)) return nowMs;
  const wholeMinuteMs = nowMs - (nowMs % MINUTE_MS);
  const guessMs = wholeMinuteMs + ((end - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  const offBy = end - minuteOfDay(quiet.timeZone, guessMs);
  // Where clocks are put back or forward in between, the guess is an hour off, and never half a day.
  const correction = offBy > DAY_MINUTES / 2 ? offBy - DAY_MINUTES : offBy;
  return Math.max(nowMs, guessMs + correction * MINUTE_MS);
}

/** When none of them is on, as `nextAllowedMs`; where they leave no minute of a day, about a week later. */
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
