/** The lowest level in RFC 6464. */
const SILENCE_DBOV = -127;
const FRAMES_PER_SECOND = 50;
/** 1.5 s, the maximum delay of an echo. */
const REMEMBERED_FRAMES = 75;

/** Converts a mean energy to a level relative to overload (RFC 6464): 0 is the loudest, -127 silence. */
function levelDbov(energy: number): number {
  if (energy <= 0) return SILENCE_DBOV;
  return Math.max(SILENCE_DBOV, Math.min(0, Math.round(10 * Math.log10(energy))));
}

/** Level over the last second of frames. */
export class AudioLevelMeter {
  private readonly energies = new Float64Array(REMEMBERED_FRAMES);
  private frames = 0;
  /** Trailing frames without sound; Infinity before the first sound. */
  silentFrames = Infinity;

  add(energy: number): void {
    this.silentFrames = energy > 0 ? 0 : this.silentFrames + 1;
    this.energies[this.frames % REMEMBERED_FRAMES] = energy;
    this.frames += 1;
  }

  /** Mean energy (0 to 1) of the frame that many frames ago; 0 if that is too long ago. */
  energyAgo(frames: number): number {
    if (frames < 0 || frames >= Math.min(this.frames, REMEMBERED_FRAMES)) return 0;
    return this.energies[(this.frames - 1 - frames) % REMEMBERED_FRAMES] ?? 0;
  }

  /** Undefined before the first frame. */
  get levelDbov(): number | undefined {
    const count = Math.min(this.frames, FRAMES_PER_SECOND);
    if (count === 0) return undefined;
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += this.energyAgo(index);
    return levelDbov(sum / count);
  }
}
