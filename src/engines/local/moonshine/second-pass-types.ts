import type { FoundSentences } from './sentence-search.js';

/** What the neural recogniser makes of a turn. */
export interface Found extends FoundSentences {
  /**
   * How much likelier the likeliest of the first of two lists is than that of the second, as the difference of natural
   * logarithms, -10 to 10; absent where none were compared.
   */
  readonly difference?: number;
}

/** The neural recogniser in its worker. */
export interface SecondPassTypes {
  readonly setup: undefined;
  readonly facts: undefined;
  readonly job: {
    readonly sentences: readonly string[];
    /** Mono, 16 kHz. */
    readonly samples: Int16Array;
    /** How long the caller spoke, in milliseconds. */
    readonly spokenMs: number;
    /** Two lists of short sentences, of which the one is to be found that the sound is likelier to hold. */
    readonly compared?: readonly [readonly string[], readonly string[]];
  };
  readonly outcome: Found;
  readonly utterance: undefined;
  readonly words: undefined;
  readonly heard: undefined;
}
