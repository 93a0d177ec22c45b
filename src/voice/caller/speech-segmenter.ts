/** When a voice begins and ends, made of the probabilities of single windows. */
export interface SegmenterParameters {
  /** A window at least this likely is voice. */
  readonly startProbability: number;
  /** While the caller speaks, a window at least this likely still is. */
  readonly stopProbability: number;
  /** A window at least this likely holds a voice for certain; in noise those after its end are less and less likely. */
  readonly sureProbability: number;
  /** In noise, a window less likely than this right after one with a voice for certain may be the end of it. */
  readonly unsureProbability: number;
  /** Voice for this long is the beginning of speech. */
  readonly startMs: number;
  /** No voice for this long is the end of it; less is a gap within a word. */
  readonly stopMs: number;
  /** Louder than this part of the loudest moment of the speech, a sound still belongs to it. */
  readonly loudShare: number;
  /** No voice, or nothing loud, for this long may be the end of it; what follows tells. */
  readonly hushMs: number;
}

/**
 * 0.5 to begin and 0.15 less to go on are what Silero recommends, and LiveKit's and Silero's minimum of speech is 50 ms
 * (two windows here). The end is told early, since turn-taking counts the silence that ends a turn by itself. From 0.95
 * on ends scattered least around the true ones, and below 0.9 a sentence is hushed before its end in one of six
 * (`bench:duplex`, development corpus).
 */
const DEFAULT_SEGMENTER: SegmenterParameters = {
  startProbability: 0.5,
  stopProbability: 0.35,
  sureProbability: 0.95,
  unsureProbability: 0.9,
  startMs: 64,
  stopMs: 128,
  loudShare: 0.03,
  hushMs: 32,
};

export type SegmenterEvent =
  /** The first window with a voice; the next ones tell whether it is one. */
  | { readonly kind: 'caller-suspected' }
  | { readonly kind: 'caller-started'; readonly onsetMs: number }
  /** In noise, where a silence shows late: the caller may be falling silent. `caller-hushed` follows, or it went on. */
  | { readonly kind: 'caller-fading'; readonly endMs: number }
  /** The caller may have fallen silent; `caller-went-on` or `caller-stopped` follows. */
  | { readonly kind: 'caller-hushed'; readonly endMs: number }
  | { readonly kind: 'caller-went-on' }
  | {
      readonly kind: 'caller-stopped';
      readonly endMs: number;
      /** Since when it was no caller but a crowd; told by `VoiceFinder`. */
      readonly crowdFromMs?: number;
    };

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
 * window that held one for certain.
 */
export class SpeechSegmenter {
  private speaking = false;
  private hush: 'none' | 'fading' | 'hushed' = 'none';
  /** Since when the windows have contradicted `speaking` without a break. */
  private changeSinceMs: number | undefined;
  /** Of the stretch of speech, or of what may become one. */
  private peak = 0;
  private loudUntilMs = -Infinity;
  /** When the last window ended that held a voice for certain. */
  private sureUntilMs = -Infinity;

  constructor(
    private readonly windowMs: number,
    private readonly parameters: SegmenterParameters = DEFAULT_SEGMENTER,
  ) {}

  /** @param noise How loud it is where nobody speaks, on the scale of the levels. */
  take({ probability, endMs, levels = [] }: JudgedWindow, noise = 0): SegmenterEvent | undefined {
    const { startProbability, stopProbability, sureProbability, startMs, stopMs } = this.parameters;
    if (probability >= sureProbability) this.sureUntilMs = endMs;
    const isVoice = probability >= (this.speaking ? stopProbability : startProbability);
    if (this.speaking || isVoice) this.followLoudness(levels, endMs);
    else this.peak = 0;
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
    this.changeSinceMs = undefined;
    this.speaking = !this.speaking;
    this.hush = 'none';
    if (this.speaking) return { kind: 'caller-started', onsetMs: sinceMs };
    return {
      kind: 'caller-stopped',
      endMs: Math.max(this.endedAtMs(sinceMs), sinceMs - stopMs),
    };
  }

  /** When a voice ended that was found until then: when it was loud last, or certain last where noise goes on. */
  private endedAtMs(foundUntilMs: number): number {
    if (this.loudUntilMs <= foundUntilMs) return this.loudUntilMs;
    const isNear = this.sureUntilMs >= foundUntilMs - this.parameters.stopMs;
    return isNear ? Math.min(this.sureUntilMs, foundUntilMs) : foundUntilMs;
  }

  /** A model's verdict and what is loud both tell early that the caller may have finished; either is enough. */
  private followHush(endMs: number, probability: number, noise: number): SegmenterEvent | undefined {
    if (!this.speaking) return undefined;
    const { hushMs, stopProbability, sureProbability } = this.parameters;
    const { hush } = this;
    const softMs = endMs - this.loudUntilMs;
    const voicelessMs = this.changeSinceMs === undefined ? 0 : endMs - this.changeSinceMs;
    const isHushed = softMs >= hushMs || voicelessMs >= hushMs;
    if (hush !== 'hushed' && isHushed) {
      this.hush = 'hushed';
      return { kind: 'caller-hushed', endMs: this.endedAtMs(endMs - voicelessMs) };
    }
    if (hush === 'none' && this.fades(endMs, probability, noise)) {
      this.hush = 'fading';
      return { kind: 'caller-fading', endMs: this.sureUntilMs };
    }
    const goesOn = hush === 'fading' ? probability >= sureProbability : probability >= stopProbability;
    if (hush === 'none' || !goesOn || softMs >= hushMs) return undefined;
    this.hush = 'none';
    return { kind: 'caller-went-on' };
  }

  /** Where noise is so loud that loudness tells nothing, a voice that was certain a moment ago, and isn't any more. */
  private fades(endMs: number, probability: number, noise: number): boolean {
    const { loudShare, stopMs, unsureProbability } = this.parameters;
    const isDrowned = noise >= this.peak * loudShare;
    return isDrowned && probability < unsureProbability && endMs - this.sureUntilMs <= stopMs;
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
