interface PastFrame {
  samples: Int16Array;
  endMs: number;
  /** Somebody was given the samples, and may keep them: they stay as they are. */
  isGiven: boolean;
}

/**
 * The caller's latest frames. Fifty of them a second, each of which lives for some seconds, would keep the garbage
 * collector busy: so the memory of those that are forgotten, and that nobody was given, serves those that come.
 */
export class PastFrames {
  private frames: PastFrame[] = [];
  /** One that was forgotten. */
  private spare: PastFrame | undefined;
  private latest: PastFrame | undefined;

  /** @param keptMs For how long a frame is kept. */
  constructor(private readonly keptMs: number) {}

  /** How many samples the oldest frame has; 0 where there is none. */
  get frameSamples(): number {
    return this.frames[0]?.samples.length ?? 0;
  }

  /** A copy of a frame, which may be changed until it is kept. */
  copy(samples: Int16Array): { readonly samples: Int16Array } {
    const { spare } = this;
    this.spare = undefined;
    const frame = spare ?? { samples, endMs: 0, isGiven: true };
    if (frame.isGiven || frame.samples.length !== samples.length) frame.samples = samples.slice();
    else frame.samples.set(samples);
    this.latest = frame;
    return frame;
  }

  /** Keeps the frame that was copied last, and forgets what is too old. */
  keep(endMs: number, isGiven: boolean): void {
    const { latest: frame, frames } = this;
    if (!frame) return;
    this.latest = undefined;
    frame.endMs = endMs;
    frame.isGiven = isGiven;
    frames.push(frame);
    while ((frames[0]?.endMs ?? Infinity) < endMs - this.keptMs) this.spare = frames.shift();
  }

  /** Gives away the frames that ended after this time, the oldest first. */
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
