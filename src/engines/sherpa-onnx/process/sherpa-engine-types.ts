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

/** The configuration of an engine process: options of `sherpa-onnx-node`, and their purpose. */
export type EngineConfig =
  | { readonly role: 'streaming-recognizer'; readonly config: SherpaConfig }
  | {
      readonly role: 'recognizer';
      readonly config: SherpaConfig;
      /** Maximum length of audio that the model accepts at once. */
      readonly longestMs?: number | undefined;
    }
  | { readonly role: 'voice'; readonly config: SherpaConfig };

/** Options by their names in `sherpa-onnx-node`. */
export interface SherpaConfig {
  readonly [option: string]: string | number | boolean | SherpaConfig;
}
