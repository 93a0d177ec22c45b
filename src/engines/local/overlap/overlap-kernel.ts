import { readFile } from 'node:fs/promises';
import { projectFile } from '../../../common/assets/index.js';

const PAGE_BYTES = 65_536;
/** Vectors of four floats lie at multiples of these. */
const ALIGNED_BYTES = 16;

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  run(
    weights: number,
    bias: number,
    input: number,
    output: number,
    rows: number,
    columns: number,
    rectified: number,
  ): void;
}

/** Numbers in the kernel's memory. */
export interface KernelNumbers {
  readonly address: number;
  readonly values: Float32Array;
}

/** A matrix, by output, and what is added to what comes of it. */
export interface Layer {
  readonly weights: KernelNumbers;
  readonly bias: KernelNumbers;
  readonly isRectified: boolean;
}

/** Multiplies matrices by vectors (`assets/overlap/kernel.ts`), all of which lie in its memory. */
export class OverlapKernel {
  private usedBytes = ALIGNED_BYTES;

  private constructor(private readonly kernel: KernelExports) {}

  /**
   * @param room Numbers that will be asked for, in all.
   * @throws Error when the kernel is missing.
   */
  static async load(room: number): Promise<OverlapKernel> {
    const code = await readFile(projectFile('assets', 'overlap', 'kernel.wasm'));
    const instance = await WebAssembly.instantiate(await WebAssembly.compile(code), {});
    const kernel = instance.exports as unknown as KernelExports;
    // Growing it later would take the memory away from those who have it already.
    kernel.memory.grow(Math.ceil((room * Float32Array.BYTES_PER_ELEMENT + ALIGNED_BYTES) / PAGE_BYTES));
    return new OverlapKernel(kernel);
  }

  /** @param length A multiple of four. */
  numbers(length: number): KernelNumbers {
    const address = this.usedBytes;
    this.usedBytes += length * Float32Array.BYTES_PER_ELEMENT;
    return { address, values: new Float32Array(this.kernel.memory.buffer, address, length) };
  }

  /** @param numbers A multiple of four of them. */
  holding(numbers: Float32Array): KernelNumbers {
    const held = this.numbers(numbers.length);
    held.values.set(numbers);
    return held;
  }

  /** Writes what a layer makes of `columns` numbers. */
  run({ weights, bias, isRectified }: Layer, input: number, columns: number, output: number): void {
    const rows = bias.values.length;
    this.kernel.run(weights.address, bias.address, input, output, rows, columns, isRectified ? 1 : 0);
  }
}
