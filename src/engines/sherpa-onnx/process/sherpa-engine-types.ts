import type { EngineConfig } from '../models/engine-config.js';

/** A model of the operator, running in a process. */
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
  /** The transcript, for recognizers. */
  readonly outcome: string;
  readonly utterance: undefined;
  readonly words: string;
  readonly heard: string;
}

/** Properties of a loaded engine. */
export interface EngineFacts {
  /** Whether it transcribes during speech. */
  readonly streaming: boolean;
  readonly sampleRateHz: number;
  readonly speakers: number;
}
