/** Ended streams per collection: some tens of megabytes with large models. */
const STREAMS_TO_COLLECT = 25;

/**
 * Frees the memory of ended streams. It lies outside of the JavaScript heap, so the garbage collector underestimates
 * streams and would let thousands accumulate.
 */
export class StreamGarbage {
  private ended = 0;

  /** Call it when a stream has ended and is no longer referenced. */
  add(): void {
    this.ended++;
    if (this.ended < STREAMS_TO_COLLECT) return;
    this.ended = 0;
    // On an empty stack, which can't reference a stream.
    setImmediate(() => globalThis.gc?.());
  }
}
