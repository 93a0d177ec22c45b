/** 1.5 s, the maximum delay of an echo. */
const REMEMBERED = 75;
const SILENT = new Int16Array(0);

/** Recently sent frames, for echo detection. Allocates memory only after the first speech. */
export class SentFrames {
  private readonly ring: (Int16Array | undefined)[] = [];
  private readonly isSpeech: boolean[] = [];
  private frames = 0;

  /** @param frame Copied; undefined for silence. */
  add(frame: Int16Array | undefined): void {
    const at = this.frames++ % REMEMBERED;
    this.isSpeech[at] = frame !== undefined;
    if (!frame) return;
    const kept = this.ring[at];
    if (kept?.length === frame.length) kept.set(frame);
    else this.ring[at] = frame.slice();
  }

  /**
   * The frame that many frames before the latest; empty if silent or too long ago. Valid until the next one is added.
   */
  frameAgo(frames: number): Int16Array {
    if (frames < 0 || frames >= Math.min(this.frames, REMEMBERED)) return SILENT;
    const at = (this.frames - 1 - frames) % REMEMBERED;
    return (this.isSpeech[at] && this.ring[at]) || SILENT;
  }
}
