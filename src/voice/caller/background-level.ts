import type { JudgedWindow } from './speech-segmenter.js';

/** Windows of 32 ms: three seconds, which nobody speaks without a pause. */
const REMEMBERED = 94;
/**
 * Before this many, nothing is known of what is around the caller. Few are enough: nobody speaks without a gap from the
 * first moment of a call on.
 */
const ENOUGH = 3;
/** The part of the windows that is softer than the background as it is in the gaps of a voice. */
const SOFT_SHARE = 0.1;
/** A background below this (dB below full scale) hides nothing. */
const AUDIBLE_DBFS = -60;
const SILENT_DBFS = -90;

/**
 * Follows how loud it is around the caller, so that voices in the background (a television, a crowd, music on hold) are
 * not taken for the caller's, which is nearer and so louder.
 */
export class BackgroundLevel {
  private readonly levels = new Float64Array(REMEMBERED).fill(SILENT_DBFS);
  private windows = 0;

  /** @param marginDb What isn't louder than the background by this much belongs to it. 0: nothing is hidden. */
  constructor(private readonly marginDb: number) {}

  /** Whether what was found in a window is no louder than what is always there. */
  hides({ levels = [] }: JudgedWindow): boolean {
    const dbfs = levelOf(levels);
    this.levels[this.windows++ % REMEMBERED] = dbfs;
    if (this.marginDb === 0 || this.windows < ENOUGH) return false;
    const known = this.levels.slice(0, Math.min(this.windows, REMEMBERED)).sort();
    const background = known[Math.floor(known.length * SOFT_SHARE)] ?? SILENT_DBFS;
    return background > AUDIBLE_DBFS && dbfs < background + this.marginDb;
  }
}

function levelOf(levels: readonly number[]): number {
  if (levels.length === 0) return SILENT_DBFS;
  const power = levels.reduce((sum, level) => sum + level ** 2, 0) / levels.length;
  return Math.max(SILENT_DBFS, 10 * Math.log10(Math.max(power, 1e-12)));
}
