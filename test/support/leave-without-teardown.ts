let installed = false;

/**
 * wrtc's audio sources crash the process when Node tears them down at its natural end, after all tests have passed.
 * Ending by `process.exit`, with the exit code that is due, skips that.
 */
export function leaveWithoutTeardown(): void {
  if (installed) return;
  installed = true;
  process.once('beforeExit', () => process.exit());
}
