interface PastFrame {
  samples: Int16Array;
  endMs: number;
  /** The samples were passed to a consumer that may keep them, so they must not change. */
  isGiven: boolean;
}

/**
 * The caller's latest frames. Fifty frames per second that live for seconds would burden the garbage collector, so
 * buffers of expired frames that were never passed on are reused.
 */
export class PastFrames {
  private frames: PastFrame[] = [];
  /** A buffer for reuse. */
  private spare: PastFrame | undefined;
  private latest: PastFrame | undefined;

  /** @param keptMs How long a frame is kept. */
  constructor(private readonly keptMs: number) {}

  /** Samples of the oldest frame; 0 without one. */
  get frameSamples(): number {
    return this.frames[0]?.samples.length ?? 0;
  }

  /** A copy of a frame, which may be modified until `keep`. */
  copy(samples: Int16Array): { readonly samples: Int16Array } {
    const { spare } = this;
    this.spare = undefined;
    const frame = spare ?? { samples, endMs: 0, isGiven: true };
    if (frame.isGiven || frame.samples.length !== samples.length) frame.samples = samples.slice();
    else frame.samples.set(samples);
    this.latest = frame;
    return frame;
  }

  /** Keeps the last copied frame, and drops expired ones. */
  keep(endMs: number, isGiven: boolean): void {
    const { latest: frame, frames } = this;
    if (!frame) return;
    this.latest = undefined;
    frame.endMs = endMs;
    frame.isGiven = isGiven;
    frames.push(frame);
    while ((frames[0]?.endMs ?? Infinity) < endMs - this.keptMs) this.spare = frames.shift();
  }

  /** Passes on the frames that ended after this time, oldest first. */
  give(afterMs: number, take: (samples: Int16Array) => void): void {
    for (const frame of this.frames) {
      if (frame.endMs <= afterMs) continue;
      frame.isGiven = true;
      take(frame.samples);
    }
  }

  clear(): void {
    this.frames = [];
  }
}
