import { jest } from '@jest/globals';
import { HealthCheck } from './health-check.js';

describe('the check of a worker that does not answer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([500, 5_000])(
    'gives it %i ms, and no more than a third of them beyond the next check',
    (timeoutMs) => {
      let lost = false;
      const silent = () => new Promise<never>(() => undefined);
      const check = new HealthCheck(silent, () => (lost = true), timeoutMs);
      jest.advanceTimersByTime(timeoutMs);
      expect(lost).toBe(false);
      jest.advanceTimersByTime(timeoutMs / 3);
      expect(lost).toBe(true);
      check.stop();
    },
  );
});
