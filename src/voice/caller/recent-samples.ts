/** A ring buffer of the latest samples of a stream. */
export class RecentSamples {
  private readonly ring: Int16Array;
  /** Position of the next sample. */
  private at = 0;

  /** @param capacity Samples that are kept. */
  constructor(readonly capacity: number) {
    this.ring = new Int16Array(capacity);
  }

  push(samples: Int16Array): void {
    const kept = samples.length > this.capacity ? samples.subarray(-this.capacity) : samples;
    const untilEnd = Math.min(kept.length, this.capacity - this.at);
    this.ring.set(untilEnd === kept.length ? kept : kept.subarray(0, untilEnd), this.at);
    if (untilEnd < kept.length) this.ring.set(kept.subarray(untilEnd));
    this.at = (this.at + kept.length) % this.capacity;
  }

  /**
   * A copy of the last `count` samples, up to the capacity; silence before the beginning of the stream.
   * @param samples Receives the copy; must have exactly the right length.
   */
  last(count: number, samples?: Int16Array): Int16Array {
    const wanted = Math.max(0, Math.min(count, this.capacity));
    const from = (this.at - wanted + this.capacity) % this.capacity;
    const untilEnd = Math.min(wanted, this.capacity - from);
    const copy = samples ?? new Int16Array(wanted);
    copy.set(this.ring.subarray(from, from + untilEnd));
    if (untilEnd < wanted) copy.set(this.ring.subarray(0, wanted - untilEnd), untilEnd);
    return copy;
  }
}
