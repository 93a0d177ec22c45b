import { jest } from '@jest/globals';
import { PacketBudget } from './packet-budget.js';

const SECOND_MS = 1_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function budget() {
  const source = {
    closed: false,
    isPaused: false,
    pause: () => Promise.resolve(void (source.isPaused = true)),
    resume: () => Promise.resolve(void (source.isPaused = false)),
  };
  const packets = new PacketBudget(source);
  const read = (count: number, nowMs: number) =>
    Array.from({ length: count }, () => packets.take(nowMs)).filter(Boolean).length;
  return { source, read };
}

describe('packets of a caller', () => {
  it('are read at any usual rate, also two seconds of them at once', () => {
    const { source, read } = budget();
    for (let second = 0; second < 10; second++) expect(read(400, second * SECOND_MS)).toBe(400);
    expect([read(200, 10 * SECOND_MS), source.isPaused]).toEqual([200, false]);
  });

  it('are dropped by the worker for five seconds beyond 500 a second, then read again', () => {
    const { source, read } = budget();
    expect([read(10_000, 0), source.isPaused]).toEqual([500, true]);
    expect(read(1_000, 900)).toBe(0);
    jest.advanceTimersByTime(5 * SECOND_MS);
    expect(source.isPaused).toBe(false);
    expect(read(50, 6 * SECOND_MS)).toBe(50);
  });

  it('of a stream that has closed meanwhile are left alone', () => {
    const { source, read } = budget();
    read(501, 0);
    source.closed = true;
    jest.advanceTimersByTime(5 * SECOND_MS);
    expect(source.isPaused).toBe(true);
  });
});
