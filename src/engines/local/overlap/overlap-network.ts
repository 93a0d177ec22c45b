import { readFile } from 'node:fs/promises';
import { projectFile } from '../../../common/assets/index.js';
import { MEL_BANDS } from '../../../common/audio/index.js';
import { OverlapKernel, type KernelNumbers, type Layer } from './overlap-kernel.js';

const FIRST = { inputs: MEL_BANDS, outputs: 48, taps: 5 };
const SECOND = { inputs: 48, outputs: 64, taps: 3 };
const THIRD = { inputs: 64, outputs: 64, taps: 3 };
const MEMORY = 96;
/** Of how much of the memory is kept, how much of it counts, and what is new: those of all, one after the other. */
const GATES = 3 * MEMORY;
const CLASSES = 4;

/** Where the inputs of a convolution lie in the state of a network. */
interface Taps {
  readonly at: number;
  readonly length: number;
}

const lengthOf = ({ inputs, taps }: typeof FIRST) => inputs * taps;
const TAPS = {
  first: { at: 0, length: lengthOf(FIRST) },
  second: { at: lengthOf(FIRST), length: lengthOf(SECOND) },
  third: { at: lengthOf(FIRST) + lengthOf(SECOND), length: lengthOf(THIRD) },
} as const;
const MEMORY_AT = TAPS.third.at + TAPS.third.length;
const STATE = MEMORY_AT + MEMORY;

/** What a voice over the agent's may be; each 0 to 1, together 1. */
export interface OverlapClasses {
  readonly interruption: number;
  readonly backchannel: number;
  readonly tic: number;
  readonly notDirected: number;
}

/** The weights of the network, and what runs it; shared by all calls of a thread. */
export interface OverlapWeights {
  readonly kernel: OverlapKernel;
  readonly first: Layer;
  readonly second: Layer;
  readonly third: Layer;
  readonly inputGates: Layer;
  readonly memoryGates: Layer;
  readonly output: Float32Array;
  readonly outputBias: Float32Array;
  /** Of the network that runs at the moment. */
  readonly state: KernelNumbers;
  readonly convolved: KernelNumbers;
  readonly ofInput: KernelNumbers;
  readonly ofMemory: KernelNumbers;
}

/** @throws Error when a file is missing or isn't the one that belongs to this network. */
export async function loadOverlapWeights(): Promise<OverlapWeights> {
  const bytes = await readFile(projectFile('assets', 'overlap', 'overlap.f32'));
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const kernel = await OverlapKernel.load(numbers.length + STATE + THIRD.outputs + 2 * GATES);
  let at = 0;
  const next = (count: number) => numbers.subarray(at, (at += count));
  const convolution = ({ inputs, outputs, taps }: typeof FIRST): Layer => {
    const weights = kernel.holding(byTap(next(outputs * inputs * taps), inputs, taps));
    return { weights, bias: kernel.holding(next(outputs)), isRectified: true };
  };
  const [first, second, third] = [convolution(FIRST), convolution(SECOND), convolution(THIRD)];
  const ofInputs = kernel.holding(next(GATES * THIRD.outputs));
  const ofMemories = kernel.holding(next(GATES * MEMORY));
  const gates = (weights: KernelNumbers): Layer => ({
    weights,
    bias: kernel.holding(next(GATES)),
    isRectified: false,
  });
  const weights: OverlapWeights = {
    ...{ kernel, first, second, third },
    inputGates: gates(ofInputs),
    memoryGates: gates(ofMemories),
    output: next(MEMORY * CLASSES),
    outputBias: next(CLASSES),
    state: kernel.numbers(STATE),
    convolved: kernel.numbers(THIRD.outputs),
    ofInput: kernel.numbers(GATES),
    ofMemory: kernel.numbers(GATES),
  };
  if (at !== numbers.length) throw new Error('assets/overlap/overlap.f32 belongs to another network');
  return weights;
}

/** From output, input, tap to output, tap, input: so that the inputs of one moment lie side by side. */
function byTap(weights: Float32Array, inputs: number, taps: number): Float32Array {
  const sorted = new Float32Array(weights.length);
  for (let index = 0; index < weights.length; index++) {
    const tap = index % taps;
    const input = Math.floor(index / taps) % inputs;
    const output = Math.floor(index / taps / inputs);
    sorted[(output * taps + tap) * inputs + input] = weights[index] ?? 0;
  }
  return sorted;
}

/**
 * Three causal convolutions and a gated recurrent unit over log-mel frames: tells what a voice over the agent's may be,
 * every 20 ms, from the frames so far. 45,000 multiplications for each 10 ms frame.
 */
export class OverlapNetwork {
  /** The latest inputs of each convolution, oldest first, silence before the first; and what is remembered. */
  private readonly state = new Float32Array(STATE);
  private frames = 0;

  constructor(private readonly weights: OverlapWeights) {}

  /** @returns Undefined for every other frame, which alone tells nothing new. */
  take(frame: Float32Array): OverlapClasses | undefined {
    const { kernel, first, state } = this.weights;
    state.values.set(this.state);
    const latest = this.makeRoom(TAPS.first, FIRST.inputs);
    state.values.set(frame, latest);
    kernel.run(first, addressIn(state, TAPS.first.at), TAPS.first.length, this.roomFor(TAPS.second, SECOND));
    const tells = this.frames++ % 2 === 0;
    if (tells) this.remember();
    this.state.set(state.values);
    return tells ? this.classes() : undefined;
  }

  /** The unit in the form of ONNX with `linear_before_reset`. */
  private remember(): void {
    const { kernel, second, third, inputGates, memoryGates, state, convolved, ofInput, ofMemory } =
      this.weights;
    kernel.run(second, addressIn(state, TAPS.second.at), TAPS.second.length, this.roomFor(TAPS.third, THIRD));
    kernel.run(third, addressIn(state, TAPS.third.at), TAPS.third.length, convolved.address);
    kernel.run(inputGates, convolved.address, THIRD.outputs, ofInput.address);
    kernel.run(memoryGates, addressIn(state, MEMORY_AT), MEMORY, ofMemory.address);
    const [input, memory] = [ofInput.values, ofMemory.values];
    for (let index = 0; index < MEMORY; index++) {
      const reset = MEMORY + index;
      const fresh = 2 * MEMORY + index;
      const keep = sigmoid((input[index] as number) + (memory[index] as number));
      const counts = sigmoid((input[reset] as number) + (memory[reset] as number));
      const next = Math.tanh((input[fresh] as number) + counts * (memory[fresh] as number));
      const at = MEMORY_AT + index;
      state.values[at] = (1 - keep) * next + keep * (state.values[at] as number);
    }
  }

  /** Forgets the oldest input of a convolution. @returns Where the latest goes. */
  private makeRoom({ at, length }: Taps, inputs: number): number {
    const end = at + length;
    this.weights.state.values.copyWithin(at, at + inputs, end);
    return end - inputs;
  }

  private roomFor(taps: Taps, { inputs }: typeof FIRST): number {
    return addressIn(this.weights.state, this.makeRoom(taps, inputs));
  }

  private classes(): OverlapClasses {
    const { output, outputBias } = this.weights;
    const scores = Array.from(outputBias, (bias, name) => {
      let sum = bias;
      for (let index = 0; index < MEMORY; index++) {
        sum += (this.state[MEMORY_AT + index] ?? 0) * (output[index * CLASSES + name] ?? 0);
      }
      return sum;
    });
    const highest = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - highest));
    const total = powers.reduce((sum, value) => sum + value, 0);
    const [interruption = 0, backchannel = 0, tic = 0, notDirected = 0] = powers.map(
      (value) => value / total,
    );
    return { interruption, backchannel, tic, notDirected };
  }
}

const addressIn = ({ address }: KernelNumbers, at: number) => address + at * Float32Array.BYTES_PER_ELEMENT;

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
