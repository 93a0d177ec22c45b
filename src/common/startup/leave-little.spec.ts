import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { leaveLittle } from './leave-little.js';

const START_IS_OVER_MS = 2_000;

/** Whether something that nobody holds is still there when the start is over. */
async function keepsGarbage(isBusy: boolean, isCalledOff = false): Promise<boolean> {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const left = new WeakRef({ large: new Array(1_000).fill(0) });
  const callOff = leaveLittle(() => isBusy);
  if (isCalledOff) callOff();
  // It is held until this turn of the event loop is over.
  await turn();
  jest.advanceTimersByTime(START_IS_OVER_MS);
  jest.useRealTimers();
  return left.deref() !== undefined;
}

describe('what a start leaves behind', () => {
  it('is collected when it is over', async () => {
    expect(await keepsGarbage(false)).toBe(false);
  });

  it('is left to a process that is busy by then, or stops before', async () => {
    expect(await keepsGarbage(true)).toBe(true);
    expect(await keepsGarbage(false, true)).toBe(true);
  });
});
