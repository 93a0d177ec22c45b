/** Blocks this thread, like synchronous work. */
export function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Blocks each event-loop turn twice. @returns A function that stops it. Shorter timers are always late, since one of
 * the blocks lies between setting and running them.
 */
export function holdUpEachTurn(ms: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let immediate = setImmediate(function again() {
    holdUp(ms);
    timer = setTimeout(holdUp, 0, ms);
    immediate = setImmediate(again);
  });
  return () => {
    clearImmediate(immediate);
    clearTimeout(timer);
  };
}
