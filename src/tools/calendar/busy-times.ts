import ical, { type CalendarComponent, type VEvent } from 'node-ical';
import { momentOf } from '../../common/clock/index.js';
import { eventTexts } from './event-texts.js';

/** What is asked of a calendar's answer. */
export interface BusyQuestion {
  /** The answer to a `calendar-query`, as XML. */
  readonly answer: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Of whole days, and of times without a zone. */
  readonly timeZone: string;
  /** The UID of an event that may be there from an earlier attempt. */
  readonly ownUid?: string;
}

export type BusySpan = readonly [fromMs: number, untilMs: number];

/** Nothing but times: titles and people stay in the process that reads them. */
export interface BusyTimes {
  /** Sorted, without overlaps. */
  readonly busy: readonly BusySpan[];
  readonly hasOwn: boolean;
  /** Entries that could not be read, or only in part. */
  readonly unreadable: number;
}

const DAY_MS = 86_400_000;

/** Rules with more occurrences than any calendar needs; each of the others is bounded by the library. */
const ENDLESS = /^RRULE[^\r\n]*[:;](?:FREQ=(?:SECONDLY|MINUTELY)|COUNT=\d{5})/im;
/** Times without a zone, in an unfolded text. In a definition of a time zone, the library ignores the zone. */
const FLOATING =
  /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE)(?:;VALUE=DATE-TIME)?:(\d{8}T\d{6}(?:,\d{8}T\d{6})*)\s*$/gim;

/** The times at which somebody has no time. Undefined if the answer is not that of a calendar. */
export function busyTimes(question: BusyQuestion): BusyTimes | undefined {
  if (!/<(?:[\w.-]+:)?multistatus[\s>/]/.test(question.answer)) return undefined;
  const intervals: BusySpan[] = [];
  let hasOwn = false;
  let unreadable = 0;
  for (const text of eventTexts(question.answer)) {
    try {
      const events = eventsIn(text, question.timeZone);
      if (events.some(({ uid }) => uid === question.ownUid)) hasOwn = true;
      intervals.push(...events.flatMap((event) => intervalsOf(event, question)));
      if (events.some((event) => 'rdate' in event)) unreadable++;
    } catch {
      unreadable++;
    }
  }
  return { busy: merged(intervals), hasOwn, unreadable };
}

/** @throws Error if there is no event, or one that cannot be understood. */
function eventsIn(text: string, timeZone: string): VEvent[] {
  const unfolded = text.replace(/\r?\n[ \t]/g, '');
  if (ENDLESS.test(unfolded)) throw new Error('The event recurs too often');
  const zoned = unfolded.replace(FLOATING, `$1;TZID=${timeZone}:$2`);
  const components = Object.values(ical.sync.parseICS(zoned));
  const events = components.filter((one): one is VEvent => (one as CalendarComponent).type === 'VEVENT');
  if (events.length === 0) throw new Error('There is no event');
  return events;
}

/** @throws Error if its times cannot be understood. */
function intervalsOf(event: VEvent, { fromMs, untilMs, timeZone }: BusyQuestion): BusySpan[] {
  return occurrencesOf(event, fromMs, untilMs).flatMap(({ start, end, event: { status, transparency } }) => {
    if (status === 'CANCELLED' || transparency === 'TRANSPARENT') return [];
    const [beginMs, endMs] = [momentIn(start, timeZone), momentIn(end, timeZone)];
    return beginMs < endMs && beginMs < untilMs && endMs > fromMs ? [[beginMs, endMs]] : [];
  });
}

interface Occurrence {
  readonly start: Date;
  readonly end: Date;
  readonly event: Pick<VEvent, 'status' | 'transparency'>;
}

function occurrencesOf(event: VEvent, fromMs: number, untilMs: number): readonly Occurrence[] {
  if (event.rrule) {
    // The library compares whole days in the zone of this machine.
    const range = { from: new Date(fromMs - DAY_MS), to: new Date(untilMs + DAY_MS) };
    return ical.expandRecurringEvent(event, { ...range, expandOngoing: true });
  }
  const moved = new Set(Object.values(event.recurrences ?? {}) as VEvent[]);
  return [event, ...moved].map((one) => ({ start: one.start, end: one.end ?? one.start, event: one }));
}

/** A whole day begins at midnight of the agent's time zone; the library has it in that of this machine. */
function momentIn(date: Date & { readonly dateOnly?: boolean }, timeZone: string): number {
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) throw new Error('The event has no time');
  if (date.dateOnly !== true) return date.getTime();
  const day = { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
  return momentOf(day, 0, timeZone);
}

function merged(intervals: readonly BusySpan[]): BusySpan[] {
  const sorted = intervals.toSorted(([one], [other]) => one - other);
  const result: BusySpan[] = [];
  for (const [fromMs, untilMs] of sorted) {
    const last = result.at(-1);
    if (last && fromMs <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], untilMs)];
    else result.push([fromMs, untilMs]);
  }
  return result;
}
