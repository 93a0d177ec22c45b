/** Parameters for deriving the beginning and end of speech from voice probabilities of windows. */
export interface SegmenterParameters {
  /** Minimum probability of a voice window. */
  readonly startProbability: number;
  /** Minimum probability while the caller speaks. */
  readonly stopProbability: number;
  /** Minimum probability of a certain voice if the noise level is unknown. */
  readonly sureProbability: number;
  /**
   * Minimum evidence of a certain voice in noise, where probabilities decrease slowly after the end of a voice.
   * Evidence is the log odds of the probability, plus `dbEvidence` for each dB by which this window or the previous one
   * is above the noise.
   */
  readonly sureEvidence: number;
  readonly dbEvidence: number;
  /** Voice of this length starts speech. */
  readonly startMs: number;
  /** Absence of voice of this length ends it; less is a gap within a word. */
  readonly stopMs: number;
  /**
   * In noise, how long uncertain windows still count as voice after the last certain one. Then speech has ended;
   * further windows are a new soft voice or none, and have to start as any other.
   */
  readonly trailMs: number;
  /** Sounds above this share of the loudest moment still belong to the speech. */
  readonly loudShare: number;
  /** Absence of voice, or of loud sound, of this length may be the end; the next windows decide. */
  readonly hushMs: number;
}

/**
 * Silero recommends 0.5 to start and 0.15 less to continue; LiveKit's and Silero's minimum speech is 50 ms (two windows
 * here). The end is reported early, because turn-taking itself counts the silence that ends a turn. The evidence is a
 * logistic regression over the ends of 800 turns in a street and in music (`bench:duplex`, development corpus). At its
 * threshold a sentence fades 1.4 to 1.6 times before its end; in quiet a sentence is hushed 1.6 times.
 */
const DEFAULT_SEGMENTER: SegmenterParameters = {
  startProbability: 0.5,
  stopProbability: 0.35,
  sureProbability: 0.95,
  sureEvidence: 6.7,
  dbEvidence: 0.6,
  startMs: 64,
  stopMs: 128,
  trailMs: 224,
  loudShare: 0.03,
  hushMs: 32,
};

/** Larger or smaller differences to the noise add no evidence. */
const [MIN_OVER_NOISE_DB, MAX_OVER_NOISE_DB] = [-4, 20];

export type SegmenterEvent =
  /** The first voice window; the next ones confirm it or not. */
  | { readonly kind: 'caller-suspected' }
  | { readonly kind: 'caller-started'; readonly onsetMs: number }
  /**
   * In noise, where silence is detected late: the caller may be falling silent. `caller-hushed` follows, or the caller
   * continued.
   */
  | { readonly kind: 'caller-fading'; readonly endMs: number }
  /** The caller may have fallen silent; `caller-went-on` or `caller-stopped` follows. */
  | { readonly kind: 'caller-hushed'; readonly endMs: number }
  | { readonly kind: 'caller-went-on' }
  | { readonly kind: 'caller-stopped'; readonly endMs: number };

/** A window with the detector's verdict. */
export interface JudgedWindow {
  /** Probability of a voice, 0 to 1. */
  readonly probability: number;
  readonly endMs: number;
  /** Levels of equal parts of it (root mean square, any scale); optional. */
  readonly levels?: readonly number[];
  /** May contain only the agent's echo, so it says nothing about the background. */
  readonly isEcho?: boolean;
}

/**
 * Hysteresis over the probabilities of successive windows. The model still reports a voice for 50 ms (median) after its
 * end, so the end is corrected by the level of the last windows. In noise, where levels are useless, it reports the
 * voice for longer (100 ms in music, 150 in traffic) with decreasing probability: there the voice ends with the last
 * certain window, by sound and level.
 */
export class SpeechSegmenter {
  private speaking = false;
  /** In noise: the current voice was certain, and no longer is. */
  private fading = false;
  private hush: 'none' | 'fading' | 'hushed' = 'none';
  /** Start of the consecutive windows that contradict `speaking`. */
  private changeSinceMs: number | undefined;
  /** Peak level of the speech, or of its possible beginning. */
  private peak = 0;
  private loudUntilMs = -Infinity;
  /** End of the last certain window. */
  private sureUntilMs = -Infinity;
  /** Level of the latest window. */
  private level = 0;

  constructor(
    private readonly windowMs: number,
    private readonly parameters: SegmenterParameters = DEFAULT_SEGMENTER,
  ) {}

  /** @param noise Level without speech, on the scale of the levels. */
  take({ probability, endMs, levels = [] }: JudgedWindow, noise = 0): SegmenterEvent | undefined {
    const { startProbability, stopProbability, startMs, stopMs } = this.parameters;
    const isVoice = probability >= (this.speaking ? stopProbability : startProbability);
    if (this.speaking || isVoice) this.followLoudness(levels, endMs);
    else this.peak = 0;
    if (this.isSure(probability, levels, noise)) this.sureUntilMs = endMs;
    if (this.speaking && this.hasFaded(endMs, noise)) return this.stop(this.sureUntilMs);
    if (isVoice === this.speaking) {
      this.changeSinceMs = undefined;
      return this.followHush(endMs, probability, noise);
    }
    const isFirst = this.changeSinceMs === undefined;
    this.changeSinceMs ??= endMs - this.windowMs;
    const changedForMs = endMs - this.changeSinceMs;
    if (changedForMs < (this.speaking ? stopMs : startMs)) {
      if (this.speaking) return this.followHush(endMs, probability, noise);
      return isFirst ? { kind: 'caller-suspected' } : undefined;
    }
    const sinceMs = this.changeSinceMs;
    if (this.speaking) {
      const softFromMs = Math.max(this.loudUntilMs, sinceMs - stopMs);
      return this.stop(softFromMs <= sinceMs ? softFromMs : this.endedAtMs(sinceMs));
    }
    this.changeSinceMs = undefined;
    this.speaking = true;
    return { kind: 'caller-started', onsetMs: sinceMs };
  }

  private stop(endMs: number): SegmenterEvent {
    this.changeSinceMs = undefined;
    this.speaking = false;
    this.fading = false;
    this.hush = 'none';
    return { kind: 'caller-stopped', endMs };
  }

  private hasFaded(endMs: number, noise: number): boolean {
    this.fading = this.sureUntilMs < endMs && (this.fading || this.fades(endMs, noise));
    return this.fading && endMs - this.sureUntilMs >= this.parameters.trailMs;
  }

  /** The end of a detected voice: its last loud moment, or in continuing noise its last certain one. */
  private endedAtMs(foundUntilMs: number): number {
    if (this.loudUntilMs <= foundUntilMs) return this.loudUntilMs;
    const isNear = this.sureUntilMs >= foundUntilMs - this.parameters.trailMs;
    return isNear ? Math.min(this.sureUntilMs, foundUntilMs) : foundUntilMs;
  }

  /** The model's probability and the level are both early signs that the caller has finished; either is enough. */
  private followHush(endMs: number, probability: number, noise: number): SegmenterEvent | undefined {
    if (!this.speaking) return undefined;
    const { hushMs, stopProbability } = this.parameters;
    const { hush } = this;
    const softMs = endMs - this.loudUntilMs;
    const voicelessMs = this.changeSinceMs === undefined ? 0 : endMs - this.changeSinceMs;
    const isHushed = softMs >= hushMs || voicelessMs >= hushMs;
    if (hush !== 'hushed' && isHushed) {
      this.hush = 'hushed';
      return { kind: 'caller-hushed', endMs: this.endedAtMs(endMs - voicelessMs) };
    }
    const isSure = this.sureUntilMs === endMs;
    if (hush === 'none' && !isSure && this.fades(endMs, noise)) {
      this.hush = 'fading';
      return { kind: 'caller-fading', endMs: this.sureUntilMs };
    }
    const goesOn = hush === 'fading' ? isSure : probability >= stopProbability;
    if (hush === 'none' || !goesOn || softMs >= hushMs) return undefined;
    this.hush = 'none';
    return { kind: 'caller-went-on' };
  }

  /** In noise: a voice that was certain a moment ago and no longer is. */
  private fades(endMs: number, noise: number): boolean {
    return this.isDrowned(noise) && endMs - this.sureUntilMs <= this.parameters.stopMs;
  }

  /** True if the noise is as loud as the softest sounds that still belong to a voice. */
  private isDrowned(noise: number): boolean {
    return noise >= this.peak * this.parameters.loudShare;
  }

  private isSure(probability: number, levels: readonly number[], noise: number): boolean {
    const { sureProbability, sureEvidence, dbEvidence } = this.parameters;
    const level = rootMeanSquare(levels);
    const louder = Math.max(level, this.level) / noise;
    this.level = level;
    if (noise === 0 || !this.isDrowned(noise)) return probability >= sureProbability;
    const overNoiseDb = Math.min(MAX_OVER_NOISE_DB, Math.max(MIN_OVER_NOISE_DB, 20 * Math.log10(louder)));
    return Math.log(probability / (1 - probability)) + dbEvidence * overNoiseDb >= sureEvidence;
  }

  private followLoudness(levels: readonly number[], endMs: number): void {
    if (levels.length === 0) this.loudUntilMs = endMs;
    const partMs = this.windowMs / levels.length;
    levels.forEach((level, index) => {
      this.peak = Math.max(this.peak, level);
      if (level >= this.peak * this.parameters.loudShare) {
        this.loudUntilMs = endMs - (levels.length - 1 - index) * partMs;
      }
    });
  }
}

/** Combined level of the parts of a window; 0 without any. */
export function rootMeanSquare(levels: readonly number[]): number {
  return Math.sqrt(levels.reduce((sum, level) => sum + level ** 2, 0) / Math.max(1, levels.length));
}
