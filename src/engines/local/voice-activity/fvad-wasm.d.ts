/** The part of the package that is used; it ships no types. Pointers are byte offsets into the module's memory. */
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
