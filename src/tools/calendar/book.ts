import type { CalendarBooking, OfferedTime } from '../calendar-booking.js';
import type { ToolOutcome } from '../tool-call.js';
import { CalDav, type CalDavParts } from './caldav.js';
import { eventText } from './event-texts.js';
import { isFree } from './free-times.js';

/** Attempts to write. The second looks first whether the first was written, although its answer was lost. */
const MAX_ATTEMPTS = 2;
const MOST_ALTERNATIVES = 4;

/**
 * Books an appointment: looks whether the time is still free, and writes at once. Name and UID of the event derive from
 * the call's id, so that a repeated booking finds itself. Never throws for what a server answers.
 */
export async function book(
  booking: CalendarBooking,
  callId: string,
  parts: Omit<CalDavParts, 'timeoutMs'>,
): Promise<ToolOutcome> {
  const { offered, wanted, timeZone, title, description, timeoutMs } = booking;
  const [first, last] = [offered[0], offered.at(-1)];
  if (!first || !last) return notBooked('There are no appointments on that day any more.');
  const dav = new CalDav(booking, { ...parts, timeoutMs });
  const uid = `${callId}@earshot`;
  const time = offered.find(({ fromMs }) => fromMs === wanted.fromMs);
  for (let attempts = 1; ; attempts++) {
    const seen = await dav.busy({ fromMs: first.fromMs, untilMs: last.untilMs, timeZone, ownUid: uid });
    if (seen.kind === 'failed') return { ...seen.outcome, attempts };
    const { busy, hasOwn } = seen.times;
    if (hasOwn) return { ...booked(wanted), attempts };
    const free = offered.filter((one) => isFree(one, busy));
    if (!time) return notBooked('Appointments begin at other times.', nearest(free, wanted.fromMs));
    if (!free.includes(time))
      return notBooked('That time has just been taken.', nearest(free, wanted.fromMs));
    const { fromMs, untilMs } = time;
    const event = eventText({ uid, fromMs, untilMs, title, description }, Date.now());
    const added = await dav.add(callId, event);
    if (added.kind === 'added') return { ...booked(wanted), attempts };
    if (added.isCertain || attempts === MAX_ATTEMPTS || parts.signal.aborted)
      return { ...added.outcome, attempts };
  }
}

const booked = ({ start }: Pick<OfferedTime, 'start'>): ToolOutcome => ({
  kind: 'ok',
  output: JSON.stringify({ booked: true, date: start.slice(0, 10), time: start.slice(11) }),
});

/** For a model, and for a form, which asks again for these fields. */
export function notBooked(why: string, free: readonly OfferedTime[] = []): ToolOutcome {
  if (free.length === 0) {
    const say = `${why} Another day may have free times.`;
    return { kind: 'ok', output: JSON.stringify({ booked: false, ask: ['date', 'time'], say }) };
  }
  const say = `${why} Free on that day: ${free.map(({ start }) => start.slice(11)).join(', ')}.`;
  return { kind: 'ok', output: JSON.stringify({ booked: false, ask: ['time'], say }) };
}

const nearest = (free: readonly OfferedTime[], toMs: number): OfferedTime[] =>
  free
    .toSorted((one, other) => Math.abs(one.fromMs - toMs) - Math.abs(other.fromMs - toMs))
    .slice(0, MOST_ALTERNATIVES)
    .toSorted((one, other) => one.fromMs - other.fromMs);
