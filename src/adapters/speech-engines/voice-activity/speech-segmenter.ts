/** When a voice begins and ends, made of the probabilities of single windows. */
export interface SegmenterParameters {
  /** A window at least this likely is voice. */
  readonly startProbability: number;
  /** While the caller speaks, a window at least this likely still is. */
  readonly stopProbability: number;
  /** Voice for this long is the beginning of speech. */
  readonly startMs: number;
  /** No voice for this long is the end of it; less is a gap within a word. */
  readonly stopMs: number;
}

/**
 * 0.5 to begin and 0.15 less to go on are what Silero recommends, and LiveKit's and Silero's minimum of speech is 50 ms (two
 * windows here). The end is told early, since turn-taking counts the silence that ends a turn by itself.
 */
export const DEFAULT_SEGMENTER: SegmenterParameters = {
  startProbability: 0.5,
  stopProbability: 0.35,
  startMs: 64,
  stopMs: 128,
};

export type SegmenterEvent =
  | { readonly kind: 'started'; readonly onsetMs: number }
  | { readonly kind: 'stopped'; readonly endMs: number };

/** Hysteresis over the probabilities of successive windows. */
export class SpeechSegmenter {
  readonly #parameters: SegmenterParameters;
  readonly #windowMs: number;
  #speaking = false;
  /** Since when the windows have contradicted `#speaking` without a break. */
  #changeSinceMs: number | undefined;

  constructor(windowMs: number, parameters: SegmenterParameters = DEFAULT_SEGMENTER) {
    this.#windowMs = windowMs;
    this.#parameters = parameters;
  }

  take(probability: number, endMs: number): SegmenterEvent | undefined {
    const { startProbability, stopProbability, startMs, stopMs } = this.#parameters;
    const isVoice = probability >= (this.#speaking ? stopProbability : startProbability);
    if (isVoice === this.#speaking) {
      this.#changeSinceMs = undefined;
      return undefined;
    }
    this.#changeSinceMs ??= endMs - this.#windowMs;
    const changedForMs = endMs - this.#changeSinceMs;
    if (changedForMs < (this.#speaking ? stopMs : startMs)) return undefined;
    const sinceMs = this.#changeSinceMs;
    this.#changeSinceMs = undefined;
    this.#speaking = !this.#speaking;
    return this.#speaking ? { kind: 'started', onsetMs: sinceMs } : { kind: 'stopped', endMs: sinceMs };
  }
}
