import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { collectAfterStart } from './collect-after-start.js';

const START_IS_OVER_MS = 2_000;

/** Whether an unreferenced object survives the startup. */
async function keepsGarbage(isBusy: boolean, isCancelled = false): Promise<boolean> {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const left = new WeakRef({ large: new Array(1_000).fill(0) });
  const cancel = collectAfterStart(() => isBusy);
  if (isCancelled) cancel();
  // It stays referenced until this turn of the event loop ends.
  await turn();
  jest.advanceTimersByTime(START_IS_OVER_MS);
  jest.useRealTimers();
  return left.deref() !== undefined;
}

/** The process may collect garbage on its own in between, but hardly three times in a row. */
async function keepsGarbageOnce(isBusy: boolean, isCancelled = false): Promise<boolean> {
  for (let round = 0; round < 3; round++) if (await keepsGarbage(isBusy, isCancelled)) return true;
  return false;
}

describe('garbage left by startup', () => {
  it('is collected after startup', async () => {
    expect(await keepsGarbage(false)).toBe(false);
  });

  it('is left alone when the process is busy or stops first', async () => {
    expect(await keepsGarbageOnce(true)).toBe(true);
    expect(await keepsGarbageOnce(false, true)).toBe(true);
  });
});
