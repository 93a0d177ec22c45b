import { type Static, Type } from '@sinclair/typebox';
import { Filler } from './document-tools.js';

const closed = { additionalProperties: false } as const;
const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

/** Keys of `hours`, Sunday first. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

const Span = Type.Object(
  {
    from: Type.String({ pattern: TIME, examples: ['09:00'] }),
    until: Type.String({ pattern: TIME, examples: ['17:00'] }),
  },
  { ...closed, title: 'OfferedHours' },
);
const OfDay = Type.Optional(Type.Array(Span, { maxItems: 6 }));

/** A calendar on a CalDAV server, in which an agent finds free times and books appointments. */
export const CalendarSchema = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-zA-Z][a-zA-Z0-9]{0,31}$',
      examples: ['calendar'],
      description: 'What its tools begin with: `calendar_find_times` and `calendar_book`.',
    }),
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'The CalDAV address of the calendar itself; its path may hold variables.',
    }),
    username: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({
      pattern: String.raw`^\{\{\s*secret\.[A-Za-z_][A-Za-z0-9_]{0,99}\s*\}\}$`,
      examples: ['{{secret.CALENDAR_PASSWORD}}'],
      description: 'A reference to a secret of the account, which may go to the host of the address.',
    }),
    hours: Type.Object(
      {
        sunday: OfDay,
        monday: OfDay,
        tuesday: OfDay,
        wednesday: OfDay,
        thursday: OfDay,
        friday: OfDay,
        saturday: OfDay,
      },
      {
        ...closed,
        title: 'CalendarHours',
        minProperties: 1,
        description:
          "When appointments may be, by day, in the agent's `timeZone`. A day without hours: none.",
      },
    ),
    minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 480,
        description: 'Length of an appointment in minutes. Default: 30.',
      }),
    ),
    filler: Type.Optional(Filler),
  },
  { ...closed, title: 'Calendar' },
);

export type AgentCalendar = Static<typeof CalendarSchema>;

export const DEFAULT_MINUTES = 30;

/** Arguments of the tool that finds free times. */
export const FindTimes = Type.Object({
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'The first day, for example 2026-12-03. Default: today.' }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 31, description: 'How many days to look at. Default: 7.' }),
  ),
});

/** Arguments of the tool that books. Others are kept in the description of the event. */
export const BookTime = Type.Object({
  date: Type.String({ maxLength: 40, description: 'The day of a free time, for example 2026-12-03.' }),
  time: Type.String({ maxLength: 40, description: 'When it begins, for example 09:00.' }),
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Who will come.' }),
  phone: Type.Optional(Type.String({ maxLength: 100, description: 'The number to reach them.' })),
  note: Type.Optional(Type.String({ maxLength: 1_000, description: 'What it is about, in a few words.' })),
});

/** The two tools of a calendar, as models see them. */
export function calendarTools({ name, minutes = DEFAULT_MINUTES }: AgentCalendar) {
  return {
    find: {
      name: `${name}_find_times`,
      description:
        `Finds free times for an appointment of ${minutes} minutes in the calendar "${name}". Use it before you offer a time, ` +
        'and offer no other times.',
      parameters: FindTimes,
    },
    book: {
      name: `${name}_book`,
      description:
        `Books an appointment of ${minutes} minutes in the calendar "${name}". Use it once the caller has agreed to a free time ` +
        'and given a name. Nothing is booked unless it answers "booked": true.',
      parameters: BookTime,
    },
  };
}

/** Problems with the names and hours of calendars, by JSON Pointer (RFC 6901). @param taken Names of other tools. */
export function calendarProblems(
  calendars: readonly AgentCalendar[],
  taken: ReadonlySet<string>,
  place: string,
): string[] {
  return calendars.flatMap((calendar, index) => [
    ...Object.values(calendarTools(calendar))
      .filter(({ name }) => taken.has(name))
      .map(({ name }) => `${place}/${index}/name makes the tool ${name}, which another tool is already`),
    ...Object.entries(calendar.hours).flatMap(([day, spans]) =>
      spans.flatMap(({ from, until }, at) =>
        from < until
          ? []
          : [
              `${place}/${index}/hours/${day}/${at} must begin before it ends, like {"from": "09:00", "until": "17:00"}`,
            ],
      ),
    ),
  ]);
}
