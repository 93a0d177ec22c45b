/** Most values of a side; then each two become one. */
const MOST = 64;
/** Of a sample, to one of 256 steps. */
const STEP = 128;

/** How loud both sides are over a recording: 32 to 64 peaks of each, however long it gets. */
export class Waveform {
  private readonly peaks = new Uint8Array(2 * MOST);
  private count = 0;
  private framesOfPeak = 1;
  private frames = 0;

  /** @param frame The next samples of both sides, interleaved. */
  add(frame: Int16Array): void {
    if (this.frames === this.framesOfPeak) {
      this.count++;
      this.frames = 0;
      if (this.count === MOST) this.halve();
    }
    this.frames++;
    for (const side of [0, 1]) {
      let loudest = 0;
      for (let at = side; at < frame.length; at += 2) loudest = Math.max(loudest, Math.abs(frame[at] ?? 0));
      this.raise(2 * this.count + side, loudest / STEP);
    }
  }

  /** Peaks from 0 to 255 of both sides, interleaved. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.peaks.slice(0, 2 * (this.count + (this.frames > 0 ? 1 : 0)));
  }

  private halve(): void {
    const before = this.peaks.slice();
    this.peaks.fill(0);
    before.forEach((peak, at) => this.raise(2 * Math.floor(at / 4) + (at % 2), peak));
    this.count = MOST / 2;
    this.framesOfPeak *= 2;
  }

  private raise(at: number, peak: number): void {
    this.peaks[at] = Math.max(this.peaks[at] ?? 0, Math.min(peak, 255));
  }
}
