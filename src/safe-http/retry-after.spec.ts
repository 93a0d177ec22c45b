import { retryAfterMs } from './retry-after.js';

const now = new Date('2026-01-01T00:00:00Z');

it.each([
  ['0', 0],
  [' 30 ', 30_000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['Thursday, 01-Jan-26 00:02:00 GMT', 120_000],
  ['Friday, 31-Dec-99 23:59:59 GMT', 0],
  ['Thu Jan  1 00:03:00 2026', 180_000],
  ['Fri Jan 30 00:00:00 2026', 29 * 86_400_000],
  ['Thu, 31 Feb 2026 00:00:00 GMT', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026-01-02', undefined],
  ['99999999999', undefined],
  [undefined, undefined],
  [['1', '2'], undefined],
])('honours Retry-After %j by waiting %j ms', (value, expected) => {
  expect(retryAfterMs(value, now)).toBe(expected);
});
