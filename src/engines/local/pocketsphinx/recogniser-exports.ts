/** The functions of `assets/pocketsphinx/wasm-build/recogniser.c`. */
export interface RecogniserExports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  release(pointer: number): void;
  recogniser_create(options: number): number;
  recogniser_free(decoder: number): void;
  recogniser_voice_length(decoder: number): number;
  recogniser_get_voice(decoder: number, voice: number): void;
  recogniser_start(decoder: number, voice: number): number;
  recogniser_feed(decoder: number, samples: number, count: number): number;
  recogniser_end(decoder: number): number;
  recogniser_hypothesis(decoder: number): number;
}
