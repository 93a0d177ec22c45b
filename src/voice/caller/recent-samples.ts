/** The latest samples of a stream, so many and no more. What is older is written over, so that nothing is moved. */
export class RecentSamples {
  private readonly ring: Int16Array;
  /** Where the next sample goes. */
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
   * A copy of the last so many, at most all that are kept; silence where nothing has come yet.
   * @param samples Where they are put, with room for just as many.
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
