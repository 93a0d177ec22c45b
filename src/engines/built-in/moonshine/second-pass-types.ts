import type { Found } from './sentence-search.js';

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
  };
  readonly outcome: Found;
  readonly utterance: undefined;
  readonly words: undefined;
  readonly heard: undefined;
}
