import { bodyText, decodedContent, type SafeHttpClient, type SafeHttpResult } from '../../safe-http/index.js';
import type { CalendarAddress } from '../calendar-booking.js';
import type { ToolOutcome } from '../tool-call.js';
import { toolFailure, withoutAnswer } from '../tool-request.js';
import type { BusyTimes } from './busy-times.js';
import type { CalendarReader } from './calendar-reader.js';
import { utc } from './event-texts.js';

const MAX_ANSWER_BYTES = 2 * 1_024 * 1_024;
/** Servers know whole days in a time zone of their own, which is at most this far away. */
const ZONES_MS = 14 * 3_600_000;

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'The calendar refused the password, or the user name.',
  403: 'The calendar does not allow this user to do that.',
  404: 'There is no calendar at this address.',
  405: 'There is no CalDAV calendar at this address.',
  409: 'There is no calendar at this address.',
  410: 'There is no calendar at this address any more.',
  423: 'The calendar is locked. Try again later.',
  429: 'The calendar gets too many requests. Try again later.',
  501: 'There is no CalDAV calendar at this address.',
  507: 'The calendar has no space left.',
};

export interface CalDavParts {
  readonly http: Pick<SafeHttpClient, 'send'>;
  readonly reader: CalendarReader;
  readonly accountId: string;
  /** For all requests together. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Failed {
  readonly kind: 'failed';
  readonly outcome: ToolOutcome;
  /** Nothing was written. */
  readonly isCertain: boolean;
}

type Answered = Extract<SafeHttpResult, { kind: 'response' }>;

/** The requests of one tool call to a CalDAV server (RFC 4791). Its answers are neither trusted nor passed on. */
export class CalDav {
  private readonly deadlineAtMs: number;

  constructor(
    private readonly address: CalendarAddress,
    private readonly parts: CalDavParts,
  ) {
    this.deadlineAtMs = performance.now() + parts.timeoutMs;
  }

  /** @param ownUid The UID of an event that may be there from an earlier attempt. */
  async busy(range: {
    readonly fromMs: number;
    readonly untilMs: number;
    readonly timeZone: string;
    readonly ownUid?: string;
  }): Promise<{ readonly kind: 'seen'; readonly times: BusyTimes } | Failed> {
    const answer = await this.send({
      method: 'REPORT',
      url: this.address.url,
      headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
      body: queryOf(range.fromMs - ZONES_MS, range.untilMs + ZONES_MS),
    });
    if (answer.kind === 'failed') return answer;
    const text = await textOf(answer);
    if (text === undefined)
      return unreadable('The calendar sent too much for these days, or in an unknown encoding.');
    const times = await this.parts.reader.read(this.parts.accountId, { ...range, answer: text });
    if (times === 'no-calendar') return unreadable('There is no CalDAV calendar at this address.');
    if (times === 'too-much')
      return unreadable('The calendar has too much to read for these days. Ask for fewer days.');
    return { kind: 'seen', times };
  }

  /** Writes a new event. One of the same name is from an earlier attempt. */
  async add(name: string, event: string): Promise<{ readonly kind: 'added' } | Failed> {
    const answer = await this.send({
      method: 'PUT',
      url: `${this.address.url}${name}.ics`,
      headers: { 'if-none-match': '*', 'content-type': 'text/calendar; charset=utf-8' },
      body: event,
    });
    const isThere = answer.kind === 'failed' && answer.outcome.status === 412;
    return answer.kind === 'failed' && !isThere ? answer : { kind: 'added' };
  }

  private async send(request: {
    readonly method: 'REPORT' | 'PUT';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }): Promise<Answered | Failed> {
    const { http, timeoutMs, signal } = this.parts;
    const leftMs = Math.round(this.deadlineAtMs - performance.now());
    const result = await http.send({
      ...request,
      headers: { ...this.address.headers, ...request.headers },
      // Half, so that a lost answer leaves time to look whether the event was written.
      timeoutMs: Math.max(1, Math.min(leftMs, Math.ceil(timeoutMs / 2))),
      maxResponseBytes: MAX_ANSWER_BYTES,
      signal,
    });
    if (result.kind === 'failure')
      return { kind: 'failed', outcome: withoutAnswer(result.code), isCertain: false };
    const { status } = result;
    if (status >= 200 && status <= 299) return result;
    const outcome = { ...toolFailure('TOOL_REFUSED', refusalOf(status)), status };
    return { kind: 'failed', outcome, isCertain: status < 500 || status === 501 || status === 507 };
  }
}

function refusalOf(status: number): string {
  const known = REFUSALS[status];
  if (known !== undefined) return known;
  if (status >= 300 && status <= 399) return 'The calendar has moved: its new address must be entered.';
  if (status >= 500) return `The calendar has a fault of its own (status ${status}). Try again later.`;
  return `The calendar refused the request (status ${status}).`;
}

const unreadable = (output: string): Failed => ({
  kind: 'failed',
  outcome: toolFailure('TOOL_ANSWER_UNREADABLE', output),
  isCertain: true,
});

/** Undefined if it is too large, or has an unknown encoding. */
async function textOf({ headers, body, truncated }: Answered): Promise<string | undefined> {
  if (truncated) return undefined;
  const content = await decodedContent(body, headers['content-encoding'], MAX_ANSWER_BYTES);
  if (!Buffer.isBuffer(content)) return undefined;
  return bodyText(content, [headers['content-type'] ?? []].flat()[0]);
}

/** All events in a span of time. The server need not expand recurring ones, which few do without mistakes. */
const queryOf = (fromMs: number, untilMs: number): string =>
  '<?xml version="1.0" encoding="utf-8"?>' +
  '<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">' +
  '<D:prop><C:calendar-data/></D:prop>' +
  '<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">' +
  `<C:time-range start="${utc(fromMs)}" end="${utc(untilMs)}"/>` +
  '</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>';
