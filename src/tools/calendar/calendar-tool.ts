import { Logger } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { createHash } from 'node:crypto';
import {
  type AgentCalendar,
  BookTime,
  calendarTools,
  DEFAULT_MINUTES,
  FindTimes,
} from '../../agent-document/index.js';
import { dateFormat, dayIn, isTimeZone, localTime, numberOfDay } from '../../common/clock/index.js';
import type { CalendarAddress, CalendarBooking, OfferedTime } from '../calendar-booking.js';
import type { HttpToolOptions, ToolRun } from '../http-tool.js';
import type { ToolArguments } from '../parse-arguments.js';
import type { ToolOutcome } from '../tool-call.js';
import { onRecord } from '../tool-ledger.js';
import { toolFailure } from '../tool-request.js';
import { targetOf, type ToolCaller } from '../tool-target.js';
import { book, notBooked } from './book.js';
import { CalDav, type CalDavParts } from './caldav.js';
import type { CalendarReader } from './calendar-reader.js';
import { daysFrom, isFree, offeredOn, wantedTime } from './free-times.js';

const UNAVAILABLE = 'This tool is not available.';
const DEFAULT_DAYS = 7;
/** More than a model offers; it can ask for later days. */
const MOST_TIMES = 100;
const MAX_DESCRIPTION = 4_000;

/** One of the two tools of a calendar, used in one conversation. */
export class CalendarTool {
  constructor(
    private readonly act: 'find' | 'book',
    private readonly calendar: AgentCalendar,
    private readonly caller: ToolCaller,
    private readonly options: HttpToolOptions,
    private readonly reader: CalendarReader,
  ) {}

  /** The tools of calendars, by the names that models use. */
  static all(
    calendars: readonly AgentCalendar[],
    caller: ToolCaller,
    options: HttpToolOptions,
    reader: CalendarReader,
  ): (readonly [string, CalendarTool])[] {
    return calendars.flatMap((calendar) =>
      (['find', 'book'] as const).map(
        (act) =>
          [
            calendarTools(calendar)[act].name,
            new CalendarTool(act, calendar, caller, options, reader),
          ] as const,
      ),
    );
  }

  /** Never throws: failures are outcomes. */
  async run(values: ToolArguments, run: ToolRun): Promise<ToolOutcome> {
    try {
      const address = await this.address();
      if ('kind' in address) return address;
      run.secrets(address.secrets);
      return await (this.act === 'find' ? this.find(values, address, run) : this.book(values, address, run));
    } catch (error) {
      const { accountId } = this.caller;
      logger.error({ tool: run.name, accountId, err: error }, 'a tool failed unexpectedly');
      return toolFailure('TOOL_FAILED', UNAVAILABLE);
    }
  }

  private async address(): Promise<CalendarAddress | ToolOutcome> {
    const { url, username, password } = this.calendar;
    const target = await targetOf(
      { url, headers: { authorization: password } },
      this.caller,
      this.options.secrets,
    );
    if (target.kind === 'refused') return toolFailure(target.code, UNAVAILABLE);
    const [secret = ''] = target.secrets;
    const credentials = Buffer.from(`${username}:${secret}`).toString('base64');
    const path = target.url.pathname.replace(/\/?$/, '/');
    return {
      url: new URL(path, target.url).href,
      headers: { authorization: `Basic ${credentials}` },
      secrets: [secret, credentials],
    };
  }

  private async find(values: ToolArguments, address: CalendarAddress, run: ToolRun): Promise<ToolOutcome> {
    if (!Value.Check(FindTimes, values)) return invalid('"days" must be 1 to 31.');
    const { timeZone, nowMs } = this;
    const { today } = localTime(nowMs, timeZone);
    const wanted = values.from === undefined ? today : dayIn(values.from.slice(0, 10));
    if (!wanted) return invalid('"from" must be a day like 2026-12-03.');
    const first = numberOfDay(wanted) < numberOfDay(today) ? today : wanted;
    const offered = daysFrom(first, values.days ?? DEFAULT_DAYS).flatMap((day) => this.offeredOn(day));
    const [begin, end] = [offered[0], offered.at(-1)];
    if (!begin || !end) return { kind: 'ok', output: NONE };
    const dav = new CalDav(address, { ...this.parts(run), timeoutMs: this.options.timeoutMs });
    const seen = await dav.busy({ fromMs: begin.fromMs, untilMs: end.untilMs, timeZone });
    if (seen.kind === 'failed') return seen.outcome;
    const { busy, unreadable } = seen.times;
    const free = offered.filter((time) => isFree(time, busy));
    const note = unreadable === 0 ? '' : `\n${unreadable} entries of the calendar could not be read.`;
    return { kind: 'ok', output: this.written(free) + note };
  }

  private async book(values: ToolArguments, address: CalendarAddress, run: ToolRun): Promise<ToolOutcome> {
    if (!Value.Check(BookTime, values)) return invalid('"date", "time" and "name" must be texts.');
    const { timeZone } = this;
    const wanted = wantedTime(values.date, values.time, timeZone);
    if (!wanted) return invalid('"date" must be like 2026-12-03, and "time" like 09:00.');
    const offered = this.offeredOn(wanted.day);
    if (offered.length === 0) return notBooked('There are no appointments on that day any more.');
    const booking: CalendarBooking = {
      ...address,
      wanted: { start: wanted.start, fromMs: wanted.fromMs },
      offered,
      timeZone,
      title: values.name,
      description: descriptionOf(values),
      timeoutMs: this.options.timeoutMs,
    };
    return await this.bookOnRecord(booking, run);
  }

  /** Written down before it is made, so that it is made once, and for nobody else at the same time. */
  private async bookOnRecord(booking: CalendarBooking, run: ToolRun): Promise<ToolOutcome> {
    const { ledger } = this.options;
    const { callId, name } = run;
    const parts = this.parts(run);
    if (!ledger) return await book(booking, callId, parts);
    const { accountId, conversationId, storeText } = this.caller;
    const argumentsText = storeText ? run.argumentsText : undefined;
    const time = booking.offered.find(({ fromMs }) => fromMs === booking.wanted.fromMs);
    const claim = time && { of: claimOf(accountId, booking.url), fromMs: time.fromMs, untilMs: time.untilMs };
    const entry = {
      callId,
      accountId,
      conversationId,
      name,
      booking,
      argumentsText,
      ...(claim && { claim }),
    };
    return await onRecord(ledger, entry, () => book(booking, callId, parts), TAKEN);
  }

  private parts({ signal }: ToolRun): Omit<CalDavParts, 'timeoutMs'> {
    return { http: this.options.http, reader: this.reader, accountId: this.caller.accountId, signal };
  }

  private offeredOn(day: Parameters<typeof offeredOn>[0]): OfferedTime[] {
    return offeredOn(day, this.calendar, this.timeZone).filter(({ fromMs }) => fromMs > this.nowMs);
  }

  /** A line for each day: `Thursday 2026-12-03: 09:00, 09:30`. */
  private written(free: readonly OfferedTime[]): string {
    if (free.length === 0) return NONE;
    const days = new Map<string, string[]>();
    for (const { start } of free.slice(0, MOST_TIMES)) {
      const [day = '', time = ''] = start.split('T');
      days.set(day, [...(days.get(day) ?? []), time]);
    }
    const lines = [...days].map(([day, times]) => `${weekdayOfText(day)} ${day}: ${times.join(', ')}`);
    const { minutes = DEFAULT_MINUTES } = this.calendar;
    const more = free.length > MOST_TIMES ? '\nThere are more: look at later days.' : '';
    return `Free times for ${minutes} minutes (${this.timeZone}):\n${lines.join('\n')}${more}`;
  }

  private get timeZone(): string {
    const { timeZone = 'UTC' } = this.caller;
    return isTimeZone(timeZone) ? timeZone : 'UTC';
  }

  private get nowMs(): number {
    return this.caller.variables.nowMs();
  }
}

const logger = new Logger(CalendarTool.name);

const TAKEN = notBooked('That time has just been taken.');
const NONE = 'No time is free in these days. Look at later ones.';

const invalid = (output: string): ToolOutcome => toolFailure('TOOL_ARGUMENTS_INVALID', output);

const weekdayOfText = (day: string): string =>
  dateFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(day));

/** What the caller said, by the names of the arguments: forms may have more. */
function descriptionOf({ date: _date, time: _time, name: _name, ...said }: ToolArguments): string {
  const lines = Object.entries(said)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name}: ${String(value)}`);
  return lines.join('\n').slice(0, MAX_DESCRIPTION);
}

const claimOf = (accountId: string, url: string): string =>
  createHash('sha256').update(`${accountId} ${url}`).digest('hex');
