/** A gap up to this length is jitter, not silence: the audio is appended. */
const JITTER_MS = 60;

interface Chunk {
  readonly start: number;
  readonly samples: Int16Array;
  readonly isSpare: boolean;
}

/**
 * One side of a call on the recording's timeline, in samples from its start. Late or bursty audio is appended; audio
 * after a pause is placed at its time; gaps are silence. A channel that falls behind catches up by dropping spare
 * audio.
 */
export class ChannelTimeline {
  private readonly sampleRateHz: number;
  private readonly jitter: number;
  private chunks: Chunk[] = [];
  private silences: { readonly from: number; readonly to: number }[] = [];
  private end = 0;
  private taken = 0;

  constructor(sampleRateHz: number) {
    this.sampleRateHz = sampleRateHz;
    this.jitter = this.toSamples(JITTER_MS);
  }

  /**
   * Adds audio to be heard from `atMs` on, but not before earlier audio.
   * @param isSpare May be dropped without loss: a pause, or concealment of audio that may still arrive.
   */
  append(samples: Int16Array, atMs: number, isSpare = false): void {
    const at = this.toSamples(atMs);
    if (at < this.end - this.jitter) this.dropSpare(at);
    const free = Math.max(this.end, this.taken);
    if (isSpare && at < free - this.jitter) return;
    const start = at > free + this.jitter ? at : free;
    this.chunks.push({ start, samples, isSpare });
    this.end = start + samples.length;
  }

  /** Removes the last `droppedMs`, which were never played. Audio already read stays. */
  dropLast(droppedMs: number): void {
    const end = Math.max(this.taken, this.end - this.toSamples(droppedMs));
    this.chunks = this.chunks
      .filter((chunk) => chunk.start < end)
      .map((chunk) => ({ ...chunk, samples: chunk.samples.subarray(0, end - chunk.start) }));
    this.end = Math.min(this.end, end);
  }

  /** Silences audio in between, whenever it is added; audio already read stays. */
  silence(fromMs: number, toMs: number): void {
    this.silences.push({ from: this.toSamples(fromMs), to: this.toSamples(toMs) });
  }

  /** Writes the next samples to every `stride`th place of `output`, from `offset` on. */
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
    this.silenceIn(output, offset, stride);
    this.taken = until;
    while (this.chunks[0] && this.chunks[0].start + this.chunks[0].samples.length <= until)
      this.chunks.shift();
  }

  private silenceIn(output: Int16Array, offset: number, stride: number): void {
    if (this.silences.length === 0) return;
    const until = this.taken + output.length / stride;
    for (const { from, to } of this.silences) {
      for (let at = Math.max(from, this.taken); at < Math.min(to, until); at++) {
        output[offset + (at - this.taken) * stride] = 0;
      }
    }
    this.silences = this.silences.filter(({ to }) => to > until);
  }

  /** Removes spare audio from the end, but nothing before `from`. */
  private dropSpare(from: number): void {
    for (let last = this.chunks.at(-1); last?.isSpare && this.end > from; last = this.chunks.at(-1)) {
      const cut = Math.max(from, last.start, this.taken);
      this.chunks.pop();
      if (cut > last.start)
        this.chunks.push({ ...last, samples: last.samples.subarray(0, cut - last.start) });
      this.end = cut;
      if (cut > last.start) return;
    }
  }

  private toSamples(ms: number): number {
    return Math.max(0, Math.round((ms * this.sampleRateHz) / 1_000));
  }
}
