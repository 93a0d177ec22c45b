import { jest } from '@jest/globals';
import { HealthCheck } from './health-check.js';

describe('health check of an unresponsive worker', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([500, 5_000])('allows %i ms, at most a third of it past the next check', (timeoutMs) => {
    let lost = false;
    const silent = () => new Promise<never>(() => undefined);
    const check = new HealthCheck(silent, () => (lost = true), timeoutMs);
    jest.advanceTimersByTime(timeoutMs);
    expect(lost).toBe(false);
    jest.advanceTimersByTime(timeoutMs / 3);
    expect(lost).toBe(true);
    check.stop();
  });
});
