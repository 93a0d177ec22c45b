import { rootMeanSquare } from './root-mean-square.js';

/** When a voice begins and ends, made of the probabilities of single windows. */
export interface SegmenterParameters {
  /** A window at least this likely is voice. */
  readonly startProbability: number;
  /** While the caller speaks, a window at least this likely still is. */
  readonly stopProbability: number;
  /** A window at least this likely holds a voice for certain, where nothing is known of noise. */
  readonly sureProbability: number;
  /**
   * In noise, where the windows after a voice are less and less likely, one with so much evidence holds it for certain:
   * the log odds of its probability, and `dbEvidence` for each dB that it, or the one before it, is above the noise.
   */
  readonly sureEvidence: number;
  readonly dbEvidence: number;
  /** Voice for this long is the beginning of speech. */
  readonly startMs: number;
  /** No voice for this long is the end of it; less is a gap within a word. */
  readonly stopMs: number;
  /**
   * In noise, for so long after its end a voice is found that isn't certain any more. Then it has ended: what is still
   * found there is a soft voice, or none, and begins as any other.
   */
  readonly trailMs: number;
  /** Louder than this part of the loudest moment of the speech, a sound still belongs to it. */
  readonly loudShare: number;
  /** No voice, or nothing loud, for this long may be the end of it; what follows tells. */
  readonly hushMs: number;
}

/**
 * 0.5 to begin and 0.15 less to go on are what Silero recommends, and LiveKit's and Silero's minimum of speech is 50 ms
 * (two windows here). The end is told early, since turn-taking counts the silence that ends a turn by itself. The
 * evidence is a logistic regression over the ends of 800 turns in a street and in music (`bench:duplex`, development
 * corpus), its threshold where a sentence fades before its end 1.4 to 1.6 times; one in quiet is hushed 1.6 times.
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

/** More, or less, of a difference to the noise is no more evidence. */
const [MIN_OVER_NOISE_DB, MAX_OVER_NOISE_DB] = [-4, 20];

export type SegmenterEvent =
  /** The first window with a voice; the next ones tell whether it is one. */
  | { readonly kind: 'caller-suspected' }
  | { readonly kind: 'caller-started'; readonly onsetMs: number }
  /** In noise, where a silence shows late: the caller may be falling silent. `caller-hushed` follows, or it went on. */
  | { readonly kind: 'caller-fading'; readonly endMs: number }
  /** The caller may have fallen silent; `caller-went-on` or `caller-stopped` follows. */
  | { readonly kind: 'caller-hushed'; readonly endMs: number }
  | { readonly kind: 'caller-went-on' }
  | { readonly kind: 'caller-stopped'; readonly endMs: number };

/** A window as the detector judged it. */
export interface JudgedWindow {
  /** How likely it holds a voice, 0 to 1. */
  readonly probability: number;
  /** When it ended. */
  readonly endMs: number;
  /** How loud each of equal parts of it is (root mean square, any scale); may be left out. */
  readonly levels?: readonly number[];
  /** Nothing but the agent's echo may be in it: it tells nothing of what is around the caller. */
  readonly isEcho?: boolean;
}

/**
 * Hysteresis over the probabilities of successive windows. The model goes on finding a voice for 50 ms (median) after
 * it has ended, so the end is corrected by how loud the last windows were. In noise, where loudness tells nothing, it
 * goes on for longer (100 ms in music, 150 in traffic), and less and less certainly: there the voice ends with the last
 * window that held one for certain, by its sound and by how loud it was.
 */
export class SpeechSegmenter {
  private speaking = false;
  /** In noise: it was certain of the voice that goes on, and isn't any more. */
  private fading = false;
  private hush: 'none' | 'fading' | 'hushed' = 'none';
  /** Since when the windows have contradicted `speaking` without a break. */
  private changeSinceMs: number | undefined;
  /** Of the stretch of speech, or of what may become one. */
  private peak = 0;
  private loudUntilMs = -Infinity;
  /** When the last window ended that held a voice for certain. */
  private sureUntilMs = -Infinity;
  /** How loud the latest window was. */
  private level = 0;

  constructor(
    private readonly windowMs: number,
    private readonly parameters: SegmenterParameters = DEFAULT_SEGMENTER,
  ) {}

  /** @param noise How loud it is where nobody speaks, on the scale of the levels. */
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

  /** When a voice ended that was found until then: when it was loud last, or certain last where noise goes on. */
  private endedAtMs(foundUntilMs: number): number {
    if (this.loudUntilMs <= foundUntilMs) return this.loudUntilMs;
    const isNear = this.sureUntilMs >= foundUntilMs - this.parameters.trailMs;
    return isNear ? Math.min(this.sureUntilMs, foundUntilMs) : foundUntilMs;
  }

  /** A model's verdict and what is loud both tell early that the caller may have finished; either is enough. */
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

  /** In noise, a voice that was certain a moment ago, and isn't any more. */
  private fades(endMs: number, noise: number): boolean {
    return this.isDrowned(noise) && endMs - this.sureUntilMs <= this.parameters.stopMs;
  }

  /** Whether noise is so loud that a voice that has ended is not softer than what still belongs to one. */
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
