import { addressOf, loadSileroKernel, type SileroExports } from './silero-kernel.js';

/** Silero v6 at 16 kHz judges windows of 32 ms, each together with the last 4 ms before it. */
export const WINDOW_SAMPLES = 512;
const CONTEXT_SAMPLES = 64;
const STATE_WIDTH = 128;

/** The model's state of one stream between two windows. */
export interface SileroMemory {
  readonly hidden: Float32Array;
  readonly cell: Float32Array;
  readonly context: Float32Array;
}

export function newSileroMemory(): SileroMemory {
  return {
    hidden: new Float32Array(STATE_WIDTH),
    cell: new Float32Array(STATE_WIDTH),
    context: new Float32Array(CONTEXT_SAMPLES),
  };
}

/** @param kept The fraction of the state that is kept, 0 to 1. */
export function forgetSlowly({ cell }: SileroMemory, kept: number): void {
  for (let index = 0; index < cell.length; index++) cell[index] = (cell[index] ?? 0) * kept;
}

export interface SileroInput {
  readonly memory: SileroMemory;
  /** `WINDOW_SAMPLES` samples between -1 and 1. */
  readonly window: Float32Array;
}

/** Addresses of one stream's data in the kernel. */
interface Place {
  readonly context: Float32Array;
  readonly window: Float32Array;
  readonly hidden: Float32Array;
  readonly cell: Float32Array;
}

/**
 * The Silero voice activity model (VAD), on our own WebAssembly kernel. Its results equal those of ONNX Runtime in a
 * tenth of the time, since ONNX Runtime copies weights and resolves shapes in each run. All calls of a thread share one
 * kernel.
 */
export class SileroModel {
  private readonly places: readonly Place[];
  private readonly probabilities: Float32Array;

  private constructor(private readonly kernel: SileroExports) {
    const count = Number(kernel.streams.value);
    this.places = Array.from({ length: count }, (_, index) => placeOf(kernel, index));
    this.probabilities = new Float32Array(kernel.memory.buffer, addressOf(kernel, 'probabilities'), count);
  }

  /** @throws Error if the model is not installed. */
  static async load(): Promise<SileroModel> {
    return new SileroModel(await loadSileroKernel());
  }

  /** Maximum streams per call of `judge`. */
  get maxStreams(): number {
    return this.places.length;
  }

  /**
   * The speech probability of one window per stream, 0 to 1; updates the streams' state. The result is valid until the
   * next call.
   */
  judge(inputs: readonly SileroInput[]): Float32Array {
    this.places.forEach((place, index) => {
      const input = inputs[index];
      if (!input) return;
      place.context.set(input.memory.context);
      place.window.set(input.window);
      place.hidden.set(input.memory.hidden);
      place.cell.set(input.memory.cell);
    });
    this.kernel.judge(Math.min(inputs.length, this.maxStreams));
    this.places.forEach((place, index) => {
      const input = inputs[index];
      if (!input) return;
      input.memory.context.set(input.window.subarray(WINDOW_SAMPLES - CONTEXT_SAMPLES));
      input.memory.hidden.set(place.hidden);
      input.memory.cell.set(place.cell);
    });
    return this.probabilities;
  }
}

function placeOf(kernel: SileroExports, index: number): Place {
  const { buffer } = kernel.memory;
  const samplesAt = addressOf(kernel, 'samples') + index * Number(kernel.samplesRoom.value);
  const memoryAt = index * Number(kernel.memoryRoom.value);
  const context = new Float32Array(buffer, samplesAt, CONTEXT_SAMPLES);
  return {
    context,
    window: new Float32Array(buffer, samplesAt + context.byteLength, WINDOW_SAMPLES),
    hidden: new Float32Array(buffer, addressOf(kernel, 'hidden') + memoryAt, STATE_WIDTH),
    cell: new Float32Array(buffer, addressOf(kernel, 'cell') + memoryAt, STATE_WIDTH),
  };
}
