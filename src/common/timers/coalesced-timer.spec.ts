import { jest } from '@jest/globals';
import { alignedMs, alignedIntervalMs, runEvery } from './index.js';

describe('aligned start times', () => {
  it('group long intervals, never later than due', () => {
    expect([1_010, 1_240, 1_440].map((dueMs) => alignedMs(dueMs, 500))).toEqual([1_000, 1_000, 1_000]);
    expect([1_010, 1_940].map((dueMs) => alignedMs(dueMs, 1_000))).toEqual([1_000, 1_000]);
    expect(alignedMs(1_000 + 60_000, 60_000)).toBe(61_000);
  });

  it('are not a step early when a timer fires slightly early', () => {
    expect(alignedMs(1_499, 500)).toBe(1_500);
  });

  it('match the due time for short intervals', () => {
    expect(alignedMs(1_117, 100)).toBe(1_117);
  });

  it('shorten an interval but never lengthen it', () => {
    expect([100, 500, 1_250, 5_000].map(alignedIntervalMs)).toEqual([100, 500, 1_000, 5_000]);
  });
});

describe('interval timer', () => {
  afterEach(() => jest.useRealTimers());

  it('shares its ticks with others until stopped', () => {
    jest.useFakeTimers();
    const runs: string[] = [];
    const stopFirst = runEvery(500, () => runs.push('first'));
    const stopSecond = runEvery(1_000, () => runs.push('second'));
    jest.advanceTimersByTime(100);
    const stopThird = runEvery(500, () => runs.push('third'));
    // At 500 and at 1,000 ms.
    expect(jest.getTimerCount()).toBe(2);
    jest.advanceTimersByTime(950);
    expect(runs).toEqual(['first', 'third', 'second', 'first', 'third']);
    stopFirst();
    stopThird();
    jest.advanceTimersByTime(1_000);
    expect(runs.slice(5)).toEqual(['second']);
    stopSecond();
    expect(jest.getTimerCount()).toBe(0);
  });
});
