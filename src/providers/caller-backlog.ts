/** Caller audio kept while a provider is away; older audio is dropped. */
const MAX_BACKLOG_MS = 2_000;

/** The latest caller audio, for a provider that is reconnecting or may be lost. */
export class CallerBacklog {
  private readonly maxSamples: number;
  private frames: Int16Array[] = [];
  private samples = 0;

  constructor(sampleRateHz: number, maxMs: number = MAX_BACKLOG_MS) {
    this.maxSamples = (sampleRateHz * maxMs) / 1000;
  }

  /** Copies the samples. */
  add(samples: Int16Array): void {
    this.frames.push(samples.slice());
    this.samples += samples.length;
    while (this.samples > this.maxSamples) this.samples -= this.frames.shift()?.length ?? 0;
  }

  /** The audio, oldest first. */
  get kept(): readonly Int16Array[] {
    return this.frames;
  }

  /** Returns the audio, oldest first, and empties the backlog. */
  take(): Int16Array[] {
    const frames = this.frames;
    this.frames = [];
    this.samples = 0;
    return frames;
  }
}
