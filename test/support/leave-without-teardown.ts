import { runInThisContext } from 'node:vm';

const installed = Symbol.for('earshot.test.leaveWithoutTeardown');

/**
 * wrtc's audio sources crash the process when Node tears them down at its natural end, after all tests have passed.
 * Ending by `process.exit`, with the exit code that is due, skips that. Jest gives tests a copy of `process`; the
 * real one is outside of their context.
 */
export function leaveWithoutTeardown(): void {
  const realProcess = runInThisContext('process') as NodeJS.Process & { [installed]?: boolean };
  if (realProcess[installed]) return;
  realProcess[installed] = true;
  realProcess.once('beforeExit', () => realProcess.exit());
}
