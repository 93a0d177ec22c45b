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
] as const)('says when phoning is allowed: %s', (_when, quiet, now, expected) => {
  expect(next(quiet, now)).toBe(expected);
});

it('knows time zones by their names', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});

it('waits until none of several quiet hours is on, also where one begins when another ends', () => {
  const morning: QuietHours = { start: '08:00', end: '09:30', timeZone: 'Europe/Berlin' };
  const nowMs = Date.parse('2026-05-05T01:00:00.000Z');
  const nextMs = nextAllowedByAllMs([undefined, morning, NIGHT], nowMs);
  expect(new Date(nextMs).toISOString()).toBe('2026-05-05T07:30:00.000Z');
  expect(nextAllowedByAllMs([], nowMs)).toBe(nowMs);
});

it('puts off to another day what quiet hours leave no minute for', () => {
  const day: QuietHours = { start: '08:00', end: '21:00', timeZone: 'Europe/Berlin' };
  const nowMs = Date.parse('2026-05-05T01:00:00.000Z');
  expect(nextAllowedByAllMs([day, NIGHT], nowMs)).toBeGreaterThan(nowMs + 86_400_000);
});
