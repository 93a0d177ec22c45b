import { readFile } from 'node:fs/promises';
import { projectFile } from '../../../common/assets/index.js';
import { MEL_BANDS } from '../../../common/audio/index.js';

const FIRST = { inputs: MEL_BANDS, outputs: 48, taps: 5 };
const SECOND = { inputs: 48, outputs: 64, taps: 3 };
const THIRD = { inputs: 64, outputs: 64, taps: 3 };
const MEMORY = 96;
const CLASSES = 4;

/** What a voice over the agent's may be; each 0 to 1, together 1. */
export interface OverlapClasses {
  readonly interruption: number;
  readonly backchannel: number;
  readonly tic: number;
  readonly notDirected: number;
}

interface Convolution {
  readonly inputs: number;
  readonly outputs: number;
  readonly taps: number;
  /** By output, tap, input. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/** The weights of the network; shared by all calls. */
export interface OverlapWeights {
  readonly convolutions: readonly [Convolution, Convolution, Convolution];
  readonly inputGates: Float32Array;
  readonly memoryGates: Float32Array;
  readonly gateBias: Float32Array;
  readonly output: Float32Array;
  readonly outputBias: Float32Array;
}

/** @throws Error when the file is missing or isn't the one that belongs to this network. */
export async function loadOverlapWeights(): Promise<OverlapWeights> {
  const bytes = await readFile(projectFile('assets', 'overlap', 'overlap.f32'));
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let at = 0;
  const next = (count: number) => numbers.subarray(at, (at += count));
  const convolution = (shape: typeof FIRST): Convolution => {
    const { inputs, outputs, taps } = shape;
    return { ...shape, weights: byTap(next(outputs * inputs * taps), inputs, taps), bias: next(outputs) };
  };
  const weights: OverlapWeights = {
    convolutions: [convolution(FIRST), convolution(SECOND), convolution(THIRD)],
    inputGates: next(3 * MEMORY * THIRD.outputs),
    memoryGates: next(3 * MEMORY * MEMORY),
    gateBias: next(6 * MEMORY),
    output: next(MEMORY * CLASSES),
    outputBias: next(CLASSES),
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

/** The latest inputs of a convolution, oldest first; silence before the first. */
class Taps {
  readonly values: Float32Array;

  constructor(private readonly layer: Convolution) {
    this.values = new Float32Array(layer.inputs * layer.taps);
  }

  push(input: Float32Array): void {
    this.values.copyWithin(0, this.layer.inputs);
    this.values.set(input, this.values.length - this.layer.inputs);
  }

  /** What the convolution gives now, without its negative part. */
  run(): Float32Array {
    const { outputs, weights, bias } = this.layer;
    const result = new Float32Array(outputs);
    for (let output = 0; output < outputs; output++) {
      const sum = (bias[output] ?? 0) + dot(weights, output * this.values.length, this.values);
      result[output] = Math.max(0, sum);
    }
    return result;
  }
}

/**
 * Three causal convolutions and a gated recurrent unit over log-mel frames: tells what a voice over the agent's may be,
 * every 20 ms, from the frames so far. 45,000 multiplications for each 10 ms frame, some 60 microseconds.
 */
export class OverlapNetwork {
  private readonly taps: readonly [Taps, Taps, Taps];
  private memory = new Float32Array(MEMORY);
  private frames = 0;

  constructor(private readonly weights: OverlapWeights) {
    const [first, second, third] = weights.convolutions;
    this.taps = [new Taps(first), new Taps(second), new Taps(third)];
  }

  /** @returns Undefined for every other frame, which alone tells nothing new. */
  take(frame: Float32Array): OverlapClasses | undefined {
    const [first, second, third] = this.taps;
    first.push(frame);
    second.push(first.run());
    if (this.frames++ % 2 === 1) return undefined;
    third.push(second.run());
    this.remember(third.run());
    return this.classes();
  }

  /** The unit in the form of ONNX with `linear_before_reset`. */
  private remember(input: Float32Array): void {
    const { inputGates, memoryGates, gateBias } = this.weights;
    const ofInput = (row: number) => dot(inputGates, row * input.length, input) + (gateBias[row] ?? 0);
    const ofMemory = (row: number) =>
      dot(memoryGates, row * MEMORY, this.memory) + (gateBias[3 * MEMORY + row] ?? 0);
    const next = new Float32Array(MEMORY);
    for (let index = 0; index < MEMORY; index++) {
      const keep = sigmoid(ofInput(index) + ofMemory(index));
      const reset = sigmoid(ofInput(MEMORY + index) + ofMemory(MEMORY + index));
      const fresh = Math.tanh(ofInput(2 * MEMORY + index) + reset * ofMemory(2 * MEMORY + index));
      next[index] = (1 - keep) * fresh + keep * (this.memory[index] ?? 0);
    }
    this.memory = next;
  }

  private classes(): OverlapClasses {
    const { output, outputBias } = this.weights;
    const scores = Array.from(outputBias, (bias, name) => {
      let sum = bias;
      for (let index = 0; index < MEMORY; index++) {
        sum += (this.memory[index] ?? 0) * (output[index * CLASSES + name] ?? 0);
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

/** Four sums at a time, which do not wait for one another; all lengths here are multiples of four. */
function dot(weights: Float32Array, from: number, input: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let index = 0; index < input.length; index += 4) {
    const at = from + index;
    first += (weights[at] as number) * (input[index] as number);
    second += (weights[at + 1] as number) * (input[index + 1] as number);
    third += (weights[at + 2] as number) * (input[index + 2] as number);
    fourth += (weights[at + 3] as number) * (input[index + 3] as number);
  }
  return first + second + third + fourth;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
