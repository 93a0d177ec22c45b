/** Audio that begins this much after the end of what is there is joined to it: a pause that short is jitter, not silence. */
const JOIN_WITHIN_MS = 60;

interface Chunk {
  readonly start: number;
  readonly samples: Int16Array;
}

/**
 * One side of a call on the time line of the recording, in samples from its start. Audio that comes late or in a burst is put
 * behind what is there, audio after a pause at its time; what nobody filled is silence.
 */
export class ChannelTimeline {
  private readonly sampleRateHz: number;
  private chunks: Chunk[] = [];
  private end = 0;
  private taken = 0;

  constructor(sampleRateHz: number) {
    this.sampleRateHz = sampleRateHz;
  }

  /** Adds audio that was to be heard from `atMs` on, but not before the audio already added. */
  append(samples: Int16Array, atMs: number): void {
    const at = this.toSamples(atMs);
    const free = Math.max(this.end, this.taken);
    const start = at > free + this.toSamples(JOIN_WITHIN_MS) ? at : free;
    this.chunks.push({ start, samples });
    this.end = start + samples.length;
  }

  /** Removes the last `droppedMs` of what was added, because it was never heard. What was taken stays. */
  dropLast(droppedMs: number): void {
    const end = Math.max(this.taken, this.end - this.toSamples(droppedMs));
    this.chunks = this.chunks
      .filter((chunk) => chunk.start < end)
      .map(({ start, samples }) => ({ start, samples: samples.subarray(0, end - start) }));
    this.end = Math.min(this.end, end);
  }

  /** Writes the next samples into every `stride`th place of `output`, from `offset` on. */
  take(output: Int16Array, offset: number, stride: number): void {
    const count = output.length / stride;
    const until = this.taken + count;
    for (let index = 0; index < count; index++) output[offset + index * stride] = 0;
    for (const { start, samples } of this.chunks) {
      if (start >= until) break;
      const first = Math.max(start, this.taken);
      const last = Math.min(start + samples.length, until);
      for (let at = first; at < last; at++) {
        output[offset + (at - this.taken) * stride] = samples[at - start] ?? 0;
      }
    }
    this.taken = until;
    while (this.chunks[0] && this.chunks[0].start + this.chunks[0].samples.length <= until)
      this.chunks.shift();
  }

  private toSamples(ms: number): number {
    return Math.max(0, Math.round((ms * this.sampleRateHz) / 1_000));
  }
}
