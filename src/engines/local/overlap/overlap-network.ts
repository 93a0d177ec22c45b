import { readFile } from 'node:fs/promises';
import { projectFile } from '../../../common/assets/index.js';
import { MEL_BANDS } from '../../../audio/index.js';

const FIRST = { inputs: MEL_BANDS, outputs: 48, taps: 5 };
const SECOND = { inputs: 48, outputs: 64, taps: 3 };
const THIRD = { inputs: 64, outputs: 64, taps: 3 };
const MEMORY = 96;
/** The update, reset and candidate gates of all units, in this order. */
const GATES = 3 * MEMORY;
const CLASSES = 4;

/** Probabilities of what a voice over the agent's means; their sum is 1. */
export interface OverlapClasses {
  readonly interruption: number;
  readonly backchannel: number;
  readonly tic: number;
  readonly notDirected: number;
}

/** A matrix by output, and its bias. */
interface Layer {
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/** The weights of the network, shared by all calls of a thread. */
export interface OverlapWeights {
  readonly first: Layer;
  readonly second: Layer;
  readonly third: Layer;
  readonly inputGates: Layer;
  readonly memoryGates: Layer;
  readonly output: Float32Array;
  readonly outputBias: Float32Array;
}

/** @throws Error if the file is missing or belongs to another network. */
export async function loadOverlapWeights(): Promise<OverlapWeights> {
  const bytes = await readFile(projectFile('assets', 'overlap', 'overlap.f32'));
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let at = 0;
  const next = (count: number) => numbers.subarray(at, (at += count));
  const convolution = ({ inputs, outputs, taps }: typeof FIRST): Layer => ({
    weights: byTap(next(outputs * inputs * taps), inputs, taps),
    bias: next(outputs),
  });
  const [first, second, third] = [convolution(FIRST), convolution(SECOND), convolution(THIRD)];
  const [ofInputs, ofMemories] = [next(GATES * THIRD.outputs), next(GATES * MEMORY)];
  const weights: OverlapWeights = {
    ...{ first, second, third },
    inputGates: { weights: ofInputs, bias: next(GATES) },
    memoryGates: { weights: ofMemories, bias: next(GATES) },
    output: next(MEMORY * CLASSES),
    outputBias: next(CLASSES),
  };
  if (at !== numbers.length) throw new Error('assets/overlap/overlap.f32 belongs to another network');
  return weights;
}

/** Reorders weights from (output, input, tap) to (output, tap, input), so that the inputs of one tap are contiguous. */
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
 * Three causal convolutions and a gated recurrent unit over log-mel frames. Classifies a voice over the agent's every
 * 20 ms, from the frames so far. 45,000 multiplications per 10 ms frame.
 */
export class OverlapNetwork {
  /** The latest inputs of each convolution, oldest first and initially silence, and the recurrent state. */
  private readonly taps = {
    first: new Float32Array(FIRST.inputs * FIRST.taps),
    second: new Float32Array(SECOND.inputs * SECOND.taps),
    third: new Float32Array(THIRD.inputs * THIRD.taps),
  };
  private readonly convolved = new Float32Array(THIRD.outputs);
  private readonly memory = new Float32Array(MEMORY);
  private readonly gates = { input: new Float32Array(GATES), memory: new Float32Array(GATES) };
  private frames = 0;

  constructor(private readonly weights: OverlapWeights) {}

  /** @returns Undefined for every other frame, because the network runs at half the frame rate. */
  take(frame: Float32Array): OverlapClasses | undefined {
    const { first } = this.taps;
    latestOf(first, FIRST.inputs).set(frame);
    run(this.weights.first, first, latestOf(this.taps.second, SECOND.inputs), true);
    if (this.frames++ % 2 !== 0) return undefined;
    this.remember();
    return this.classes();
  }

  /** A gated recurrent unit as ONNX defines it with `linear_before_reset`. */
  private remember(): void {
    const { taps, weights, convolved, memory, gates } = this;
    run(weights.second, taps.second, latestOf(taps.third, THIRD.inputs), true);
    run(weights.third, taps.third, convolved, true);
    run(weights.inputGates, convolved, gates.input, false);
    run(weights.memoryGates, memory, gates.memory, false);
    for (let index = 0; index < MEMORY; index++) {
      const sum = (gate: number) => (gates.input[gate] as number) + (gates.memory[gate] as number);
      const fresh = 2 * MEMORY + index;
      const keep = sigmoid(sum(index));
      const counts = sigmoid(sum(MEMORY + index));
      const next = Math.tanh((gates.input[fresh] as number) + counts * (gates.memory[fresh] as number));
      memory[index] = (1 - keep) * next + keep * (memory[index] as number);
    }
  }

  private classes(): OverlapClasses {
    const { output, outputBias } = this.weights;
    const scores = Array.from(outputBias, (bias, name) =>
      this.memory.reduce((sum, value, index) => sum + value * (output[index * CLASSES + name] ?? 0), bias),
    );
    const highest = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - highest));
    const total = powers.reduce((sum, value) => sum + value, 0);
    const [interruption = 0, backchannel = 0, tic = 0, notDirected = 0] = powers.map(
      (value) => value / total,
    );
    return { interruption, backchannel, tic, notDirected };
  }
}

/** Drops the oldest input of a convolution. @returns The offset of the latest one. */
function latestOf(taps: Float32Array, inputs: number): Float32Array {
  taps.copyWithin(0, inputs);
  return taps.subarray(taps.length - inputs);
}

function run({ weights, bias }: Layer, input: Float32Array, output: Float32Array, rectified: boolean): void {
  const columns = input.length;
  for (let row = 0, at = 0; row < bias.length; row++) {
    let sum = bias[row] as number;
    for (let column = 0; column < columns; column++)
      sum += (weights[at++] as number) * (input[column] as number);
    output[row] = rectified && sum < 0 ? 0 : sum;
  }
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
