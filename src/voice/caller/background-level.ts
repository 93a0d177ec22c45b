import { rootMeanSquare } from './root-mean-square.js';
import { SortedWindow } from './sorted-window.js';
import type { JudgedWindow } from './speech-segmenter.js';

/** Windows of 32 ms: three seconds. */
const REMEMBERED = 94;
/**
 * While the caller speaks one window in so many is remembered, so that the three seconds become twelve: somebody who
 * reads a long number aloud behind a street leaves no gap for five.
 */
const SPEAKING_STRIDE = 4;
/**
 * Before this many, nothing is known of what is around the caller. Few are enough: nobody speaks without a gap from the
 * first moment of a call on.
 */
const ENOUGH = 3;
/** The same of windows without a voice (0.25 s): single ones are gaps within words. */
const ENOUGH_VOICELESS = 8;
/** The part of the windows that is softer than the background as it is in the gaps of a voice. */
const SOFT_SHARE = 0.1;
const HALF = 0.5;
/** From the softest tenth up to this part tells how unsteady the background is; a voice in it comes above that. */
const UNSTEADY_SHARE = 0.3;
/** For each dB of that a voice must begin so much higher: voices of a crowd stand out now and then. */
const UNSTEADY_WEIGHT = 2;
const MOST_UNSTEADY_DB = 5;
/** A voice may be as soft as that for so many windows (0.4 s) within a sentence; after that it is the crowd's. */
const SOFT_WINDOWS = 12;
/** A window of the background that is this likely to hold a voice is taken for one. */
const VOICED = 0.35;
/**
 * Where that happens to a smaller part of them, as in traffic or music without singers, nothing is hidden: it would
 * only be the soft sounds of the caller's words.
 */
const VOICED_SHARE = 0.25;
/** A background below this (dB below full scale) hides nothing. */
const AUDIBLE_DBFS = -60;
const SILENT_DBFS = -90;

/**
 * Follows how loud it is around the caller, and whether it sounds like voices, so that voices in the background (a
 * television, a crowd) are not taken for the caller's, which is nearer and so louder.
 */
export class BackgroundLevel {
  private readonly levels = new SortedWindow(REMEMBERED);
  /** Of windows without a voice alone: who speaks at once would be taken for what is around the caller. */
  private readonly voiceless = new SortedWindow(REMEMBERED);
  private spoken = 0;
  /** Windows in a row with nothing that would begin a voice. */
  private soft = 0;
  /** The part of the background's latest windows that was taken for voices, and of how many. */
  private voicedShare = 0;
  private voicedOf = 0;

  /** @param marginDb What isn't louder than the background by this much belongs to it. 0: nothing is hidden. */
  constructor(private readonly marginDb: number) {}

  /** How loud it mostly is where nobody speaks, on the scale of the levels; 0 while nothing is known of it. */
  get usualLevel(): number {
    const dbfs = this.voiceless.size < ENOUGH_VOICELESS ? undefined : this.voiceless.at(HALF);
    return dbfs === undefined ? 0 : 10 ** (dbfs / 20);
  }

  /**
   * Whether what was found in a window is no louder than what is always there.
   * @param speaking Whether it follows a voice that was not hidden: to begin, a voice must stand out from a crowd, and
   * soft words within a sentence need not. In the first three seconds that makes no difference.
   */
  hides({ levels = [], isEcho = false, probability }: JudgedWindow, speaking = false): boolean {
    if (isEcho) return false;
    const dbfs = levelOf(levels);
    if (probability < VOICED) this.voiceless.add(dbfs);
    const isKnown = this.levels.isFull;
    const isLearned = !isKnown || !speaking || this.spoken++ % SPEAKING_STRIDE === 0;
    if (isLearned) this.levels.add(dbfs);
    if (this.marginDb === 0 || this.levels.size < ENOUGH) return false;
    const background = this.levels.at(SOFT_SHARE) ?? SILENT_DBFS;
    if (background <= AUDIBLE_DBFS) return false;
    const unsteady = (this.levels.at(UNSTEADY_SHARE) ?? SILENT_DBFS) - background;
    const above = dbfs - background - this.marginDb;
    const unsteadyDb = isKnown ? Math.min(MOST_UNSTEADY_DB, UNSTEADY_WEIGHT * unsteady) : 0;
    this.soft = above < unsteadyDb ? this.soft + 1 : 0;
    const goesOn = speaking && this.soft <= SOFT_WINDOWS;
    if (isLearned && this.soft > 0) this.learnVoiced(probability >= VOICED);
    return above < (goesOn ? 0 : unsteadyDb) && this.voicedShare >= VOICED_SHARE;
  }

  private learnVoiced(isVoiced: boolean): void {
    this.voicedOf = Math.min(this.voicedOf + 1, REMEMBERED);
    this.voicedShare += ((isVoiced ? 1 : 0) - this.voicedShare) / this.voicedOf;
  }
}

function levelOf(levels: readonly number[]): number {
  return Math.max(SILENT_DBFS, 20 * Math.log10(Math.max(rootMeanSquare(levels), 1e-6)));
}
