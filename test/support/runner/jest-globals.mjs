// Stands in for `@jest/globals`, which works in Jest's own realms only.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {} } });

/** The part of Jest's object that suites may use: no mocks of modules. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: (options) => void timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (now) => timers.setSystemTime(now),
  getTimerCount: () => timers.getTimerCount(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  // Where jest-circus looks.
  setTimeout: (ms) => void (globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms),
};
