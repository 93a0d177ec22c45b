import { sync } from 'node-ical';
import type { AgentCalendar } from '../../agent-document/index.js';
import { eventText } from './event-texts.js';
import { isFree, offeredOn, wantedTime } from './free-times.js';

const calendar = (hours: AgentCalendar['hours'], minutes?: number): AgentCalendar => ({
  name: 'calendar',
  url: 'https://cal.example.com/a/',
  username: 'a',
  password: '{{secret.A}}',
  hours,
  ...(minutes !== undefined && { minutes }),
});
const WEDNESDAY = { year: 2026, month: 12, day: 2 };
const SUNDAY = { year: 2026, month: 3, day: 29 };
const startsOn = (day: typeof SUNDAY, of: AgentCalendar, timeZone = 'Europe/Berlin') =>
  offeredOn(day, of, timeZone).map(({ start }) => start.slice(11));

it('offers whole appointments within the hours of the day', () => {
  const hours = {
    wednesday: [
      { from: '09:00', until: '10:15' },
      { from: '14:00', until: '15:00' },
    ],
  };
  expect(startsOn(WEDNESDAY, calendar(hours))).toEqual(['09:00', '09:30', '14:00', '14:30']);
  expect(startsOn(WEDNESDAY, calendar(hours, 60))).toEqual(['09:00', '14:00']);
  expect(startsOn(SUNDAY, calendar(hours))).toEqual([]);
  const [first] = offeredOn(WEDNESDAY, calendar(hours), 'Europe/Berlin');
  expect(first).toEqual({
    start: '2026-12-02T09:00',
    fromMs: Date.parse('2026-12-02T08:00:00Z'),
    untilMs: Date.parse('2026-12-02T08:30:00Z'),
  });
});

it('offers no time that clocks skip, and the right ones after it', () => {
  const hours = { sunday: [{ from: '01:00', until: '04:00' }] };
  expect(startsOn(SUNDAY, calendar(hours, 60))).toEqual(['01:00', '03:00']);
  const [, three] = offeredOn(SUNDAY, calendar(hours, 60), 'Europe/Berlin');
  expect(three?.fromMs).toBe(Date.parse('2026-03-29T01:00:00Z'));
  expect(startsOn(SUNDAY, calendar(hours, 60), 'Asia/Kathmandu')).toEqual(['01:00', '02:00', '03:00']);
});

it('takes a time that touches another one for free', () => {
  const time = { fromMs: 100, untilMs: 200 };
  expect(
    [
      [0, 100],
      [200, 300],
    ].every(([from = 0, until = 0]) => isFree(time, [[from, until]])),
  ).toBe(true);
  expect(isFree(time, [[0, 101]])).toBe(false);
  expect(isFree(time, [[150, 160]])).toBe(false);
});

it('understands the ways in which models write a day and a time', () => {
  const startOf = (date: string, time: string) => wantedTime(date, time, 'Europe/Berlin')?.start;
  for (const time of ['09:00', '9:00', '09:00:00', ' 09:00'])
    expect(startOf('2026-12-02', time)).toBe('2026-12-02T09:00');
  expect(startOf('2026-12-02T09:00', '10:30')).toBe('2026-12-02T10:30');
  expect(wantedTime('2026-12-02', '09:00', 'Europe/Berlin')?.fromMs).toBe(Date.parse('2026-12-02T08:00Z'));
  for (const [date, time] of [
    ['', '09:00'],
    ['Wednesday', '09:00'],
    ['2026-02-30', '09:00'],
    ['2026-12-02', '24:00'],
    ['2026-12-02', 'nine'],
  ] as const)
    expect(startOf(date, time)).toBeUndefined();
});

it('writes events that hold any text in one property each', () => {
  const title = 'Ann, Bob; "C"\\\r\nATTENDEE:mailto:x@example.com\u0007';
  const description = `phone: +44 20\nnote: ${'ü😀'.repeat(60)}`;
  const text = eventText({ uid: 'tcall_1@earshot', fromMs: 0, untilMs: 1_800_000, title, description }, 0);
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const [event] = Object.values(sync.parseICS(text)).filter((one) => one?.type === 'VEVENT');
  expect(event).toMatchObject({
    uid: 'tcall_1@earshot',
    summary: 'Ann, Bob; "C"\\\nATTENDEE:mailto:x@example.com ',
    description,
    start: new Date(0),
    end: new Date(1_800_000),
  });
  expect(event).not.toHaveProperty('attendee');
});
