/**
 * Whether a signal is aborted. A function, because TypeScript narrows `signal.aborted` after one read, even across an
 * `await`.
 */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;
