/** Applies a gain to frames. A change takes one frame, to avoid clicks. */
export class Volume {
  private current = 1;
  private wanted = 1;

  /** @param gain From the next frame on; 1 for unchanged. */
  set(gain: number): void {
    this.wanted = Math.max(0, gain);
  }

  apply(frame: Int16Array): void {
    if (this.current === 1 && this.wanted === 1) return;
    const step = (this.wanted - this.current) / frame.length;
    for (let index = 0; index < frame.length; index++) {
      const sample = (frame[index] ?? 0) * (this.current + step * (index + 1));
      frame[index] = Math.max(-32_768, Math.min(32_767, Math.round(sample)));
    }
    this.current = this.wanted;
  }
}
