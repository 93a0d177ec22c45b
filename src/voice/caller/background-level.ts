import { SortedWindow } from './sorted-window.js';
import { rootMeanSquare, type JudgedWindow } from './speech-segmenter.js';

/** Windows of 32 ms: three seconds. */
const REMEMBERED = 94;
/**
 * While the caller speaks, only one window in this many is kept, which extends three seconds to twelve: a caller who
 * reads a long number aloud near a street leaves no gap for five.
 */
const SPEAKING_STRIDE = 4;
/**
 * Windows needed before the background is known. Few are enough: callers do not speak without gaps from the first
 * moment.
 */
const ENOUGH = 3;
/** Windows without a voice that are needed (0.25 s): single ones are gaps within words. */
const ENOUGH_VOICELESS = 8;
/** The share of windows softer than the background in the gaps of a voice. */
const SOFT_SHARE = 0.1;
const HALF = 0.5;
/** The range from the softest tenth to this share shows how unsteady the background is; voices in it are above that. */
const UNSTEADY_SHARE = 0.3;
/** For each dB of that range, a voice must start this much louder: voices in babble stand out now and then. */
const UNSTEADY_WEIGHT = 2;
const MOST_UNSTEADY_DB = 5;
/** A voice within a sentence may be this soft for this many windows (0.4 s); after that it counts as babble. */
const SOFT_WINDOWS = 12;
/** A background window with at least this voice probability counts as voice. */
const VOICED = 0.35;
/**
 * If fewer of them count as voice, as with traffic or instrumental music, nothing is hidden: it would hide only soft
 * sounds of the caller's words.
 */
const VOICED_SHARE = 0.25;
/** A background below this (dBFS) hides nothing. */
const AUDIBLE_DBFS = -60;
const SILENT_DBFS = -90;

/**
 * Tracks the level of the caller's background, and whether it contains voices, so that background voices (a television,
 * babble) are not mistaken for the caller's voice, which is nearer and so louder.
 */
export class BackgroundLevel {
  private readonly levels = new SortedWindow(REMEMBERED);
  /** Only windows without a voice: a caller who speaks at once would otherwise count as background. */
  private readonly voiceless = new SortedWindow(REMEMBERED);
  private spoken = 0;
  /** Consecutive windows without anything that could start a voice. */
  private soft = 0;
  /** The share of recent background windows that counted as voice, and their number. */
  private voicedShare = 0;
  private voicedOf = 0;

  /** @param marginDb Sounds less than this much louder than the background belong to it. 0: nothing is hidden. */
  constructor(private readonly marginDb: number) {}

  /** The typical level without speech, on the scale of the levels; 0 while it is unknown. */
  get usualLevel(): number {
    const dbfs = this.voiceless.size < ENOUGH_VOICELESS ? undefined : this.voiceless.at(HALF);
    return dbfs === undefined ? 0 : 10 ** (dbfs / 20);
  }

  /**
   * True if the window is no louder than the constant background.
   * @param speaking Whether it follows a voice that was not hidden: a voice must stand out from babble to start, but
   * soft words within a sentence need not. Makes no difference in the first three seconds.
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
