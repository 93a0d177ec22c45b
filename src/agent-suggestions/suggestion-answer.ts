import { isObject, jsonIn, memberOf } from '../common/json/json-objects.js';

interface Span {
  /** `08:30` */
  readonly from: string;
  readonly until: string;
}

interface SuggestedTest {
  readonly name: string;
  readonly say: readonly string[];
  readonly expect: string;
}

/** The draft of an agent, in parts that its owner reviews. */
export interface AgentSuggestion {
  readonly name: string;
  /** Null if the model named none that exists. */
  readonly languageCode: string | null;
  readonly greeting: string;
  readonly instructions: string;
  readonly address: string;
  /** By day, Monday first; a closed day has no spans. Empty if no hours are known. */
  readonly hours: readonly (readonly Span[])[];
  readonly closed: string;
  readonly knowledge: readonly { readonly title: string; readonly content: string }[];
  readonly tests: readonly SuggestedTest[];
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MOST_SPANS = 2;
const SPAN = /(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?\s*(?:-|–|—|to)\s*(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?/i;
const LANGUAGE = /^[a-z]{2,3}(?:-|$)/i;
const MOST = { knowledge: 12, tests: 4, lines: 3 };

/** Reads what can be read; undefined if the essential parts are missing. All of it is text of a stranger. */
export function readSuggestion(answer: string): AgentSuggestion | undefined {
  const value = jsonIn(answer);
  const line = (name: string, length: number) => lineOf(memberOf(value, name), length);
  const [greeting, instructions] = [line('greeting', 400), textOf(memberOf(value, 'instructions'), 8_000)];
  if (greeting === '' || instructions === '') return undefined;
  return {
    name: line('name', 100),
    languageCode: languageIn(memberOf(value, 'languageCode')),
    greeting,
    instructions,
    address: line('address', 200),
    hours: hoursIn(memberOf(value, 'hours')),
    closed: line('closed', 200),
    knowledge: listOf(memberOf(value, 'knowledge'), MOST.knowledge).flatMap((one) => {
      const title = lineOf(memberOf(one, 'title'), 100);
      const content = textOf(memberOf(one, 'content'), 4_000);
      return title === '' || content === '' ? [] : [{ title, content }];
    }),
    tests: listOf(memberOf(value, 'tests'), MOST.tests).flatMap(testIn),
  };
}

function testIn(value: unknown): SuggestedTest[] {
  const name = lineOf(memberOf(value, 'name'), 100);
  const expect = lineOf(memberOf(value, 'expect'), 500);
  const said = memberOf(value, 'say');
  const say = (Array.isArray(said) ? said : [said])
    .map((each) => lineOf(each, 300))
    .filter((each) => each !== '')
    .slice(0, MOST.lines);
  return name === '' || expect === '' || say.length === 0 ? [] : [{ name, say, expect }];
}

const listOf = (value: unknown, most: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [];

/** Without control characters, and without placeholders, which would be filled in with values of the call. */
const textOf = (value: unknown, length: number): string =>
  typeof value !== 'string'
    ? ''
    : value
        .replace(/[^\P{Cc}\n]|\p{Surrogate}/gu, ' ')
        .replaceAll('{{', '{ {')
        .trim()
        .slice(0, length);

const lineOf = (value: unknown, length: number): string => textOf(value, length).replace(/\s+/g, ' ');

function languageIn(value: unknown): string | null {
  try {
    const text = typeof value === 'string' ? value.trim().replace('_', '-') : '';
    return LANGUAGE.test(text) ? (Intl.getCanonicalLocales(text)[0] ?? null) : null;
  } catch {
    return null;
  }
}

function hoursIn(value: unknown): (readonly Span[])[] {
  if (!isObject(value)) return [];
  const days = new Map(Object.entries(value).map(([day, times]) => [day.trim().toLowerCase(), times]));
  const hours = DAYS.map((day) => {
    const times = days.get(day) ?? [];
    const texts = Array.isArray(times) ? times : typeof times === 'string' ? times.split(',') : [];
    return texts.flatMap(spanIn).slice(0, MOST_SPANS);
  });
  return hours.some((spans) => spans.length > 0) ? hours : [];
}

function spanIn(value: unknown): Span[] {
  const [, hour, minute, half, untilHour, untilMinute, untilHalf] =
    SPAN.exec(typeof value === 'string' ? value : '') ?? [];
  const from = timeOf(hour, minute, half);
  const until = timeOf(untilHour, untilMinute, untilHalf);
  return from === undefined || until === undefined || from >= until ? [] : [{ from, until }];
}

function timeOf(hour = '', minute = '00', half = ''): string | undefined {
  const shift = { '': 0, am: Number(hour) === 12 ? -12 : 0, pm: Number(hour) === 12 ? 0 : 12 };
  const hours = Number(hour) + shift[half.toLowerCase() as keyof typeof shift];
  if (hour === '' || hours > 23 || Number(minute) > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${minute}`;
}
