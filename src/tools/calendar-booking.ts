/** A time that an agent may offer. */
export interface OfferedTime {
  /** Local: `2026-12-03T09:00`. */
  readonly start: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A CalDAV calendar, and how to sign in there. */
export interface CalendarAddress {
  /** Ends with a slash. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Inserted secret values, removed from answers. */
  readonly secrets: readonly string[];
}

/** An appointment to be booked, complete enough for another process to finish it. */
export interface CalendarBooking extends CalendarAddress {
  /** The wanted time. */
  readonly wanted: Pick<OfferedTime, 'start' | 'fromMs'>;
  /** All times offered on that day. */
  readonly offered: readonly OfferedTime[];
  readonly timeZone: string;
  readonly title: string;
  readonly description: string;
  /** For all requests together. */
  readonly timeoutMs: number;
}
