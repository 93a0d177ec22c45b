const FRAME_MS = 20;
/** The most common ringing tone (ITU-T E.180): 425 Hz, one second in five, at about -19 dBm0. */
const TONE_HZ = 425;
const TONE_MS = 1_000;
const PERIOD_MS = 5_000;
const AMPLITUDE = 3_500;
/** Fades avoid clicks. */
const RAMP_MS = 10;

/** Ringback tone for callers until their call is answered. */
export class RingTone {
  private atMs = 0;
  private readonly frame: Int16Array;

  constructor(private readonly sampleRateHz: number) {
    this.frame = new Int16Array((sampleRateHz * FRAME_MS) / 1_000);
  }

  /** The next 20 ms in a reused buffer; undefined for silence. */
  next(): Int16Array | undefined {
    const beganMs = this.atMs;
    this.atMs = (this.atMs + FRAME_MS) % PERIOD_MS;
    if (beganMs >= TONE_MS) return undefined;
    const { frame, sampleRateHz } = this;
    for (let index = 0; index < frame.length; index += 1) {
      const ms = beganMs + (index * 1_000) / sampleRateHz;
      const level = Math.min(1, ms / RAMP_MS, (TONE_MS - ms) / RAMP_MS);
      frame[index] = AMPLITUDE * level * Math.sin((2 * Math.PI * TONE_HZ * ms) / 1_000);
    }
    return frame;
  }
}
