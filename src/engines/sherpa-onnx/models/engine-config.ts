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
