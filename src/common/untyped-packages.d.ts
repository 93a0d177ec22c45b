// What is used of packages without usable types. Pointers are byte offsets into the memory of a WebAssembly module.

declare module '@echogarden/speex-resampler-wasm/simd' {
  export interface SpeexResamplerModule {
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _speex_resampler_init(
      channels: number,
      inputRateHz: number,
      outputRateHz: number,
      quality: number,
      errorPointer: number,
    ): number;
    _speex_resampler_destroy(state: number): void;
    _speex_resampler_process_int(
      state: number,
      channel: number,
      input: number,
      inputLengthPointer: number,
      output: number,
      outputLengthPointer: number,
    ): number;
  }

  export default function load(options: {
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object;
  }): Promise<SpeexResamplerModule>;
}

declare module '@echogarden/pffft-wasm/simd' {
  export interface PffftModule {
    readonly HEAPF32: Float32Array<ArrayBuffer>;
    _pffft_aligned_malloc(bytes: number): number;
    /** @param kind 0: of real numbers, 1: of complex ones. */
    _pffft_new_setup(length: number, kind: number): number;
    /** @param direction 0: forward, 1: backward, times the length. */
    _pffft_transform_ordered(setup: number, from: number, to: number, work: number, direction: number): void;
  }
  export default function load(): Promise<PffftModule>;
}

declare module '@echogarden/fvad-wasm' {
  export interface FvadModule {
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    _fvad_set_mode(detector: number, mode: number): number;
    _fvad_set_sample_rate(detector: number, rateHz: number): number;
    /** 1 voice, 0 none, -1 a bad length. */
    _fvad_process(detector: number, samples: number, count: number): number;
  }
  export default function load(): Promise<FvadModule>;
}

/** The package's own types import files without extensions, which TypeScript does not resolve. */
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    /**
     * @param tokenizer Content of the model's `tokenizer.json`.
     * @param config Content of its `tokenizer_config.json`.
     */
    constructor(tokenizer: object, config: object);
    encode(text: string): { readonly ids: readonly number[] };
  }
}
