/** Streams after which their memory is given back: some tens of megabytes with large models. */
const STREAMS_TO_COLLECT = 25;

/**
 * Gives back the memory of streams that have ended. It lies outside of the heap of JavaScript, whose collector takes a
 * stream for a few bytes and would let thousands of them pile up.
 */
export class StreamGarbage {
  private ended = 0;

  /** A stream has ended and nobody refers to it any more. */
  add(): void {
    this.ended++;
    if (this.ended < STREAMS_TO_COLLECT) return;
    this.ended = 0;
    // With nothing else on the stack that could still refer to a stream.
    setImmediate(() => globalThis.gc?.());
  }
}
