/** What an engine process is told to load: the configuration of `sherpa-onnx-node` and what it is for. */
export type EngineConfig =
  | { readonly role: 'streaming-recogniser'; readonly config: SherpaConfig }
  | {
      readonly role: 'recogniser';
      readonly config: SherpaConfig;
      /** More than this the model does not hear at once. */
      readonly longestMs?: number | undefined;
    }
  | { readonly role: 'voice'; readonly config: SherpaConfig };

/** Options by their names in `sherpa-onnx-node`. */
export interface SherpaConfig {
  readonly [option: string]: string | number | boolean | SherpaConfig;
}
