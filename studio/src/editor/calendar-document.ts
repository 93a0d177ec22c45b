import { DAYS, instructionsIn, type Span } from './business.js';
import { type JsonObject, listOf, objectOf, stringOf } from './json.js';
import { schemaOfParameters } from './tool-parameters.js';

type Hours = readonly (readonly Span[])[];

const WORKDAY: readonly Span[] = [{ from: '09:00', until: '17:00' }];

/** Hours by day, Monday first, as a calendar of the document has them. */
export const calendarHours = (hours: Hours): JsonObject =>
  Object.fromEntries(
    DAYS.flatMap((day, at) => {
      const spans = (hours[at] ?? []).map(({ from, until }) => ({ from, until }));
      return spans.length === 0 ? [] : [[day.toLowerCase(), spans]];
    }),
  );

export const hoursOfCalendar = (hours: JsonObject): Hours =>
  DAYS.map((day) =>
    listOf(hours[day.toLowerCase()]).map((span) => {
      const { from, until } = objectOf(span);
      return { from: stringOf(from), until: stringOf(until) };
    }),
  );

/** A calendar to begin with, open when the business is. */
export function newCalendar({ prompt }: JsonObject): JsonObject & { readonly name: string } {
  const { hours } = instructionsIn(stringOf(prompt)).business;
  return {
    name: 'calendar',
    url: '',
    username: '',
    password: '',
    hours: calendarHours(hours.length > 0 ? hours : DAYS.map((_day, at) => (at < 5 ? WORKDAY : []))),
    minutes: 30,
  };
}

const row = (
  name: string,
  description: string,
  kind: 'text' | 'date' | 'time' | 'whole',
  example: string,
) => ({
  ...{ name, description, kind, example },
  ...{ required: true, choices: [] },
});

/** The two tools of a calendar, as the service offers them to models, to be tried. */
export function calendarTools({ name, url }: JsonObject) {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const address = stringOf(url).replace(/\/?$/, '/');
  return {
    find: {
      name: `${stringOf(name)}_find_times`,
      parameters: schemaOfParameters([
        row('from', 'The first day', 'date', tomorrow),
        row('days', 'How many days', 'whole', '7'),
      ]),
      http: { method: 'REPORT', url: address },
    },
    book: {
      name: `${stringOf(name)}_book`,
      parameters: schemaOfParameters([
        row('date', 'The day', 'date', tomorrow),
        row('time', 'One of its free times', 'time', '09:00'),
        row('name', 'Who will come', 'text', 'Peter Miller'),
        row('phone', 'The number to reach them', 'text', '+44 20 7946 0812'),
      ]),
      http: { method: 'PUT', url: `${address}….ics` },
    },
  };
}
