/** Holds this thread up for so long, as work would that doesn't give way. */
export function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Holds up each turn of the event loop; @returns what ends that. */
export function holdUpEachTurn(ms: number): () => void {
  let held = setImmediate(function again() {
    holdUp(ms);
    held = setImmediate(again);
  });
  return () => clearImmediate(held);
}
