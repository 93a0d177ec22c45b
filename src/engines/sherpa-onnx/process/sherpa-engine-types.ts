import type { EngineConfig } from '../models/engine-config.js';

/** A model of the operator's own in a process. */
export interface SherpaEngineTypes {
  readonly setup: {
    readonly engine: EngineConfig;
    /** Where the package `sherpa-onnx-node` is installed. */
    readonly packageDirectory: string;
  };
  readonly facts: EngineFacts;
  readonly job:
    | { readonly kind: 'transcribe'; readonly samples: Int16Array }
    | { readonly kind: 'speak'; readonly text: string; readonly speaker: number; readonly speed: number };
  /** The words, where it is about words. */
  readonly outcome: string;
  readonly utterance: undefined;
  readonly words: string;
  readonly heard: string;
}

/** What is known of a loaded engine. */
export interface EngineFacts {
  /** Whether words are known while the caller speaks. */
  readonly streaming: boolean;
  /** Rate at which a voice speaks. */
  readonly sampleRateHz: number;
  /** Speakers of a voice. */
  readonly speakers: number;
}
