/** What this room uses of the package, which ships no types. Pointers are byte offsets into the WebAssembly memory. */
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
