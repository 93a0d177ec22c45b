/**
 * Whether a signal is aborted by now. TypeScript takes `signal.aborted` for constant after it was read once, also
 * across an `await`.
 */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;
