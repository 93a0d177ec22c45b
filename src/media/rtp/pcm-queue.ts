import { giveBack } from '../../audio/index.js';

const FIRST_CAPACITY = 4_096;

/** A ring buffer of samples that grows on demand up to a bound, and is freed when empty. */
export class PcmQueue {
  private ring = new Int16Array(0);
  private start = 0;
  private count = 0;

  constructor(private readonly maxSamples: number) {}

  get length(): number {
    return this.count;
  }

  /** Copies samples in and returns how many fitted; the rest is not taken. */
  push(samples: Int16Array): number {
    const taken = Math.min(samples.length, this.maxSamples - this.count);
    if (taken <= 0) return 0;
    this.makeRoomFor(this.count + taken);
    const end = (this.start + this.count) % this.ring.length;
    const untilWrap = Math.min(taken, this.ring.length - end);
    this.ring.set(samples.subarray(0, untilWrap), end);
    if (taken > untilWrap) this.ring.set(samples.subarray(untilWrap, taken), 0);
    this.count += taken;
    return taken;
  }

  /** Moves up to `target.length` samples out and returns how many; the rest of `target` becomes silence. */
  shift(target: Int16Array): number {
    const moved = Math.min(target.length, this.count);
    if (moved > 0) {
      const untilWrap = Math.min(moved, this.ring.length - this.start);
      target.set(this.ring.subarray(this.start, this.start + untilWrap));
      if (moved > untilWrap) target.set(this.ring.subarray(0, moved - untilWrap), untilWrap);
      this.start = (this.start + moved) % this.ring.length;
      this.count -= moved;
    }
    target.fill(0, moved);
    return moved;
  }

  /** Drops everything and frees the memory. Returns how many samples there were. */
  clear(): number {
    const dropped = this.count;
    giveBack(this.ring);
    this.ring = new Int16Array(0);
    this.start = 0;
    this.count = 0;
    return dropped;
  }

  private makeRoomFor(samples: number): void {
    if (samples <= this.ring.length) return;
    let capacity = Math.max(this.ring.length, FIRST_CAPACITY);
    while (capacity < samples) capacity *= 2;
    const grown = new Int16Array(Math.min(capacity, Math.max(this.maxSamples, samples)));
    const untilWrap = Math.min(this.count, this.ring.length - this.start);
    grown.set(this.ring.subarray(this.start, this.start + untilWrap));
    grown.set(this.ring.subarray(0, this.count - untilWrap), untilWrap);
    giveBack(this.ring);
    this.ring = grown;
    this.start = 0;
  }
}
