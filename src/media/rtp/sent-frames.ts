/** One and a half seconds, within which an echo comes back. */
const REMEMBERED = 75;
const SILENT = new Int16Array(0);

/** The latest frames that were sent, for whoever looks for their echo; takes memory only once something was said. */
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

  /** The frame so many before the latest one; empty where it was silent or is too long ago. Good until the next one. */
  frameAgo(frames: number): Int16Array {
    if (frames < 0 || frames >= Math.min(this.frames, REMEMBERED)) return SILENT;
    const at = (this.frames - 1 - frames) % REMEMBERED;
    return (this.isSpeech[at] && this.ring[at]) || SILENT;
  }
}
