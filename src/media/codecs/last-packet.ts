/** Attenuation per concealed frame, so that concealment fades out during a burst of loss. */
const FADE = 0.5;

/** Packet-loss concealment for codecs without their own: repeats the last packet with falling volume. */
export class LastPacket {
  private readonly last: Int16Array;
  private length = 0;

  /** @param maxSamples Of one packet. */
  constructor(maxSamples: number) {
    this.last = new Int16Array(maxSamples);
  }

  keep(samples: Int16Array): void {
    this.last.set(samples);
    this.length = samples.length;
  }

  /** Plays the last packet again, quieter each time. Returns the samples written. */
  conceal(samples: number, output: Int16Array): number {
    const count = Math.min(samples, output.length);
    for (let index = 0; index < this.length; index += 1) {
      this.last[index] = (this.last[index] ?? 0) * FADE;
    }
    for (let index = 0; index < count; index += 1) {
      output[index] = this.length === 0 ? 0 : (this.last[index % this.length] ?? 0);
    }
    return count;
  }
}
