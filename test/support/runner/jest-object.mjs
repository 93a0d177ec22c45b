import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Where jest-circus looks for the limit of tests that name none. */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {} } });

/** The part of Jest's object that suites may use: no mocks of modules. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  isMockFunction: mocker.isMockFunction.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: (options) => void timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (now) => timers.setSystemTime(now),
  getTimerCount: () => timers.getTimerCount(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  setTimeout: (ms) => void (globalThis[TEST_TIMEOUT] = ms),
};

/** Takes back what a suite did by this object. */
export function resetJest() {
  mocker.restoreAllMocks();
  delete globalThis[TEST_TIMEOUT];
}
