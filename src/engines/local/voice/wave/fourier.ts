import loadPffft, { type PffftModule } from '@echogarden/pffft-wasm/simd';

const COMPLEX = 1;
const FORWARD = 0;
const BACKWARD = 1;

/** The discrete Fourier transform of complex numbers, by PFFFT, which supports more lengths than powers of two. */
export class FourierTransform {
  /** The data, transformed in place: interleaved real and imaginary parts. */
  readonly numbers: Float32Array;
  private readonly setup: number;
  private readonly pointer: number;
  private readonly work: number;

  private constructor(
    private readonly pffft: PffftModule,
    length: number,
  ) {
    const bytes = 2 * length * Float32Array.BYTES_PER_ELEMENT;
    this.setup = pffft._pffft_new_setup(length, COMPLEX);
    this.pointer = pffft._pffft_aligned_malloc(bytes);
    this.work = pffft._pffft_aligned_malloc(bytes);
    this.numbers = new Float32Array(pffft.HEAPF32.buffer, this.pointer, 2 * length);
  }

  /** @param length 16 times a product of 2, 3 and 5. */
  static async load(length: number): Promise<FourierTransform> {
    return new FourierTransform(await loadPffft(), length);
  }

  forward(): void {
    this.run(FORWARD);
  }

  /** Unscaled inverse: the result is `length` times too large. */
  backward(): void {
    this.run(BACKWARD);
  }

  private run(direction: number): void {
    this.pffft._pffft_transform_ordered(this.setup, this.pointer, this.pointer, this.work, direction);
  }
}
