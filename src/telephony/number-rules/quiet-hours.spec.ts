import { isTimeZone } from '../../common/clock/index.js';
import { nextAllowedByAllMs, nextAllowedMs, type QuietHours } from './quiet-hours.js';

const NIGHT: QuietHours = { start: '21:00', end: '08:00', timeZone: 'Europe/Berlin' };
const next = (quiet: QuietHours | undefined, now: string) =>
  new Date(nextAllowedMs(quiet, Date.parse(now))).toISOString();

it.each([
  ['in the middle of the day', NIGHT, '2026-05-04T12:00:30.000Z', '2026-05-04T12:00:30.000Z'],
  ['late in the evening', NIGHT, '2026-05-04T21:30:10.500Z', '2026-05-05T06:00:00.000Z'],
  ['early in the morning', NIGHT, '2026-05-05T05:59:59.999Z', '2026-05-05T06:00:00.000Z'],
  ['as soon as they end', NIGHT, '2026-05-05T06:00:00.000Z', '2026-05-05T06:00:00.000Z'],
  [
    'within one day',
    { ...NIGHT, start: '12:00', end: '14:00' },
    '2026-05-05T10:00:00.000Z',
    '2026-05-05T12:00:00.000Z',
  ],
  [
    'over the night in which summer time begins',
    NIGHT,
    '2026-03-28T21:00:00.000Z',
    '2026-03-29T06:00:00.000Z',
  ],
  ['over the night in which it ends', NIGHT, '2026-10-24T20:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['without quiet hours', undefined, '2026-05-05T03:00:00.000Z', '2026-05-05T03:00:00.000Z'],
] as const)('reports when calling is allowed: %s', (_when, quiet, now, expected) => {
  expect(next(quiet, now)).toBe(expected);
});

describe.each<[zone: string, whichDay: string, midnight: string, hours: number]>([
  ['Europe/Berlin', 'clocks are put forward', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', 'clocks are put back', '2026-10-24T22:00:00Z', 25],
  ['America/New_York', 'clocks are put forward', '2026-03-08T05:00:00Z', 23],
  ['America/New_York', 'clocks are put back', '2026-11-01T04:00:00Z', 25],
  ['America/Sao_Paulo', 'clocks were put forward at midnight', '2018-11-04T03:00:00Z', 23],
  ['Australia/Lord_Howe', 'clocks are put back by half an hour', '2026-04-04T13:00:00Z', 24.5],
  ['Australia/Lord_Howe', 'clocks are put forward by half an hour', '2026-10-03T13:30:00Z', 23.5],
  ['Pacific/Auckland', 'clocks are put back', '2026-04-04T11:00:00Z', 25],
  ['America/St_Johns', 'clocks are put back', '2026-11-01T02:30:00Z', 25],
  ['Asia/Kathmandu', 'nothing happens', '2026-03-28T18:15:00Z', 24],
  ['America/Phoenix', 'clocks elsewhere are put forward', '2026-03-08T07:00:00Z', 24],
])('in %s, on the day when %s', (timeZone, _which, midnight, hours) => {
  const beginMs = Date.parse(midnight);
  const endMs = beginMs + hours * 3_600_000;
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  /** Wall-clock time in each minute of this day and the next. */
  const shown = Array.from({ length: (endMs - beginMs) / 60_000 + 1_440 }, (_, minute) =>
    wall.format(beginMs + minute * 60_000),
  );

  it('follows daylight saving changes', () => {
    expect([beginMs, endMs].map((ms) => wall.format(ms))).toEqual([
      hours === 23 && timeZone === 'America/Sao_Paulo' ? '01:00' : '00:00',
      '00:00',
    ]);
  });

  it.each([
    ['21:00', '08:00'],
    ['22:00', '02:30'],
    ['02:15', '02:45'],
    ['01:30', '03:00'],
    ['02:30', '09:00'],
    ['00:30', '00:10'],
    ['00:00', '00:05'],
  ])('blocks calls from %s to %s and allows them immediately afterwards', (start, end) => {
    const isQuiet = shown.map((now) => (start < end ? now >= start && now < end : now >= start || now < end));
    const allowed = isQuiet.lastIndexOf(false);
    for (let minute = 0; minute <= allowed; minute += isQuiet[minute] === isQuiet[minute - 1] ? 11 : 1) {
      const next = isQuiet.indexOf(false, minute);
      const nowMs = beginMs + minute * 60_000 + 12_345;
      const nextMs = next === minute ? nowMs : beginMs + next * 60_000;
      const found = nextAllowedMs({ start, end, timeZone }, nowMs);
      expect([shown[minute], new Date(found)]).toEqual([shown[minute], new Date(nextMs)]);
    }
  });
});

it('recognizes IANA time zone names', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});

it('waits until no quiet hours apply, also when one period begins as another ends', () => {
  const morning: QuietHours = { start: '08:00', end: '09:30', timeZone: 'Europe/Berlin' };
  const nowMs = Date.parse('2026-05-05T01:00:00.000Z');
  const nextMs = nextAllowedByAllMs([undefined, morning, NIGHT], nowMs);
  expect(new Date(nextMs).toISOString()).toBe('2026-05-05T07:30:00.000Z');
  expect(nextAllowedByAllMs([], nowMs)).toBe(nowMs);
});

it('postpones to another day when quiet hours leave no time', () => {
  const day: QuietHours = { start: '08:00', end: '21:00', timeZone: 'Europe/Berlin' };
  const nowMs = Date.parse('2026-05-05T01:00:00.000Z');
  expect(nextAllowedByAllMs([day, NIGHT], nowMs)).toBeGreaterThan(nowMs + 86_400_000);
});
