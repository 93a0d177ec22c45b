import { addAbortListener } from 'node:events';

/** The result of `work`, or `late` if it takes longer; the work itself continues. */
export async function inTime<T, const L>(work: Promise<T>, ms: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<L>((resolve) => (timer = setTimeout(resolve, Math.max(0, ms), late)));
  return await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/**
 * Whether a signal is aborted. A function, because TypeScript narrows `signal.aborted` after one read, even across an
 * `await`.
 */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** The result of `work`; undefined once the signal is aborted, while the work itself continues. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let listener: Disposable | undefined;
  const aborted = new Promise<undefined>((resolve) => {
    listener = addAbortListener(signal, () => resolve(undefined));
  });
  return await Promise.race([work, aborted]).finally(() => listener?.[Symbol.dispose]());
}
