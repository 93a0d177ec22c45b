/** Holds this thread up for so long, as work would that doesn't give way. */
export function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Holds up each turn of the event loop twice for so long; @returns what ends that. Timers that are set for less are
 * late each time, whatever else a turn does: between being set and being run there is always one of the two.
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
