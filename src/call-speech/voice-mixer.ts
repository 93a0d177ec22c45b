/** How long the samples of one side wait for those of the other side: callers' packets are read every 40 ms. */
const MAX_APART_MS = 40;

export type Side = 'caller' | 'agent';

const NOTHING = new Int16Array();

/** Mixes both sides of a call as they arrive. One that is silent may send nothing. */
export class VoiceMixer {
  private readonly maxApart: number;
  /** Samples that have no counterpart yet. */
  private waiting = NOTHING;
  private waitingSide: Side = 'caller';

  constructor(
    sampleRateHz: number,
    private readonly write: (samples: Int16Array) => void,
  ) {
    this.maxApart = (sampleRateHz * MAX_APART_MS) / 1_000;
  }

  push(side: Side, samples: Int16Array): void {
    const rest = side === this.waitingSide ? samples : this.mix(samples);
    if (rest.length === 0) return;
    if (this.waiting.length === 0) this.waitingSide = side;
    const waiting = new Int16Array(this.waiting.length + rest.length);
    waiting.set(this.waiting);
    waiting.set(rest, this.waiting.length);
    const due = Math.max(0, waiting.length - this.maxApart);
    if (due > 0) this.write(waiting.subarray(0, due));
    this.waiting = waiting.subarray(due);
  }

  /** Mixes with what waits. @returns The samples without a counterpart. */
  private mix(samples: Int16Array): Int16Array {
    const { waiting } = this;
    const length = Math.min(waiting.length, samples.length);
    if (length === 0) return samples;
    const mixed = new Int16Array(length);
    for (let at = 0; at < length; at += 1) {
      const sum = (waiting[at] ?? 0) + (samples[at] ?? 0);
      mixed[at] = Math.max(-32_768, Math.min(32_767, sum));
    }
    this.write(mixed);
    this.waiting = waiting.subarray(length);
    return samples.subarray(length);
  }
}
