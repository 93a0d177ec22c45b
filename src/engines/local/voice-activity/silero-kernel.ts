import { readFile } from 'node:fs/promises';
import { projectFile } from '../../../common/assets/index.js';
import { readOnnxWeights } from './onnx-weights.js';

/** Samples of a Fourier transform, and steps of its circle: 2 to the power of BITS. */
const FRAME = 256;
const BITS = 8;
/** Outputs of the LSTM's gates, four for each of its WIDTH units. */
const GATES = 512;
const WIDTH = 128;
/** Outputs with adjacent weights for one input. */
const BLOCK = 32;
const FIRST_BLOCK = 8;

type Place = 'window' | 'circle' | 'order' | 'output' | 'outputBias' | Layer | OfStreams;
type Layer = `${'first' | 'second' | 'third' | 'fourth' | 'gates'}${'' | 'Bias'}`;
type OfStreams = 'samples' | 'hidden' | 'cell' | 'probabilities';

export type SileroExports = {
  readonly memory: WebAssembly.Memory;
  /** Processes one window of each of the first `count` streams. */
  judge(count: number): void;
  /** Maximum number of streams. */
  readonly streams: WebAssembly.Global;
} & { readonly [place in `${Place}At`]: WebAssembly.Global } & {
  /** Byte stride between streams. */
  readonly [room in 'samplesRoom' | 'memoryRoom']: WebAssembly.Global;
};

/** A convolution of the model: weights by output, input and tap. */
interface Convolution {
  readonly outputs: number;
  readonly inputs: number;
  readonly taps: number;
  /** Taps that meet data: the last layers have a single frame with zeros around it. */
  readonly usedTaps: readonly number[];
  readonly block: number;
}

const CONVOLUTIONS: readonly (readonly ['first' | 'second' | 'third' | 'fourth', Convolution])[] = [
  ['first', { outputs: 128, inputs: 129, taps: 3, usedTaps: [0, 1, 2], block: FIRST_BLOCK }],
  ['second', { outputs: 64, inputs: 128, taps: 3, usedTaps: [0, 1, 2], block: BLOCK }],
  ['third', { outputs: 64, inputs: 64, taps: 3, usedTaps: [1, 2], block: BLOCK }],
  ['fourth', { outputs: 128, inputs: 64, taps: 3, usedTaps: [1], block: BLOCK }],
];

/**
 * Loads the network (`assets/silero`) with the weights of Silero v6 at 16 kHz.
 * @throws Error if they are missing or belong to another network.
 */
export async function loadSileroKernel(): Promise<SileroExports> {
  const [code, weights] = await Promise.all([
    readFile(projectFile('assets', 'silero', 'kernel.wasm')),
    readOnnxWeights(projectFile('assets', 'silero', 'silero_vad_16k_op15.onnx')),
  ]);
  const instance = await WebAssembly.instantiate(await WebAssembly.compile(code), {});
  const kernel = instance.exports as unknown as SileroExports;
  const of = (name: string, length: number) => {
    const found = weights.get(`model.${name}`);
    if (found?.length !== length) throw new Error(`the model has no ${name} of ${length} numbers`);
    return found;
  };
  const put = (place: Place, numbers: Float32Array | Int32Array) => write(kernel, place, numbers);
  put(
    'window',
    Float32Array.from({ length: FRAME }, (_, at) => 0.5 - 0.5 * Math.cos(angle(at))),
  );
  put(
    'circle',
    Float32Array.from({ length: FRAME }, (_, at) => turn(at)),
  );
  put(
    'order',
    Int32Array.from({ length: FRAME }, (_, at) => bitsReversed(at)),
  );
  CONVOLUTIONS.forEach(([place, shape], index) => {
    const name = `encoder.${index}.reparam_conv`;
    put(place, sideBySide(of(`${name}.weight`, shape.outputs * shape.inputs * shape.taps), shape));
    put(`${place}Bias`, of(`${name}.bias`, shape.outputs));
  });
  const ofGates = (name: string, width: number) => of(`decoder.rnn.${name}`, GATES * width);
  const weightsOfBoth = joined(ofGates('weight_ih', WIDTH), ofGates('weight_hh', WIDTH));
  put('gates', sideBySide(weightsOfBoth, GATE_SHAPE));
  put('gatesBias', sum(ofGates('bias_ih', 1), ofGates('bias_hh', 1)));
  put('output', of('decoder.decoder.2.weight', WIDTH));
  put('outputBias', of('decoder.decoder.2.bias', 1));
  return kernel;
}

function write(kernel: SileroExports, place: Place, numbers: Float32Array | Int32Array): void {
  const kind = numbers instanceof Int32Array ? Int32Array : Float32Array;
  new kind(kernel.memory.buffer, addressOf(kernel, place), numbers.length).set(numbers);
}

/** The input of the gates follows the hidden state in memory. */
const GATE_SHAPE: Convolution = { outputs: GATES, inputs: 2 * WIDTH, taps: 1, usedTaps: [0], block: BLOCK };

/** Byte address in the kernel's memory. */
export function addressOf(kernel: SileroExports, place: Place): number {
  return Number(kernel[`${place}At`].value);
}

function angle(at: number): number {
  return (2 * Math.PI * at) / FRAME;
}

/** Cosine and sine for each step of half a circle. */
function turn(at: number): number {
  const part = angle(at >> 1);
  return at % 2 === 0 ? Math.cos(part) : Math.sin(part);
}

function bitsReversed(index: number): number {
  let reversed = 0;
  for (let bit = 0; bit < BITS; bit++) reversed |= ((index >> bit) & 1) << (BITS - 1 - bit);
  return reversed;
}

/** Ordered by block of outputs, tap, input, output. */
function sideBySide(
  weights: Float32Array,
  { outputs, inputs, taps, usedTaps, block }: Convolution,
): Float32Array {
  const sorted = new Float32Array(outputs * inputs * usedTaps.length);
  let at = 0;
  for (let from = 0; from < outputs; from += block) {
    for (const tap of usedTaps) {
      for (let input = 0; input < inputs; input++) {
        for (let output = from; output < from + block; output++) {
          sorted[at++] = weights[(output * inputs + input) * taps + tap] ?? 0;
        }
      }
    }
  }
  return sorted;
}

/** Interleaves the weights of two inputs for the same outputs. */
function joined(one: Float32Array, other: Float32Array): Float32Array {
  const both = new Float32Array(one.length + other.length);
  for (let from = 0; from < one.length; from += WIDTH) {
    both.set(one.subarray(from, from + WIDTH), 2 * from);
    both.set(other.subarray(from, from + WIDTH), 2 * from + WIDTH);
  }
  return both;
}

function sum(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((number, at) => number + (other[at] ?? 0));
}
