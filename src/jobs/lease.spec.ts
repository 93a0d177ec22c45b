import { retryDelayMs } from './lease.js';

it('backs off to 10 s, 1 min, 6 min, then a quarter of an hour', () => {
  expect([1, 2, 3, 4, 5, 1_000].map(retryDelayMs)).toEqual([
    10_000, 60_000, 360_000, 900_000, 900_000, 900_000,
  ]);
});
