/** The part of the package that is used; it ships no types. Pointers are byte offsets into the module's memory. */
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
