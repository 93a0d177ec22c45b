import { InferenceSession, Tensor } from 'onnxruntime-node';
import { projectFile } from '../../src/common/assets/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import {
  newSileroMemory,
  SileroModel,
  WINDOW_SAMPLES,
} from '../../src/engines/local/voice-activity/silero-model.js';
import { concat } from '../support/audio.js';

const FULL_SCALE = 32_768;
const CONTEXT_SAMPLES = 64;
const STATE = [2, 1, 128];
/** 32-bit floats, summed in another order. */
const DIGITS = 4;

/** The original model in ONNX Runtime. */
async function reference(windows: readonly Float32Array[]): Promise<number[]> {
  const path = projectFile('assets', 'silero', 'silero_vad_16k_op15.onnx');
  const session = await InferenceSession.create(path, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const sr = new Tensor('int64', BigInt64Array.of(16_000n));
  let state: InferenceSession.OnnxValueMapType[string] = new Tensor('float32', new Float32Array(256), STATE);
  let context = new Float32Array(CONTEXT_SAMPLES);
  const found: number[] = [];
  for (const window of windows) {
    const samples = new Float32Array(CONTEXT_SAMPLES + WINDOW_SAMPLES);
    samples.set(context);
    samples.set(window, CONTEXT_SAMPLES);
    const input = new Tensor('float32', samples, [1, samples.length]);
    const { output, stateN } = await session.run({ input, state, sr });
    if (!(output instanceof Tensor) || !stateN) throw new Error('the model gave no output');
    found.push(Number(output.data[0]));
    state = stateN;
    context = window.slice(-CONTEXT_SAMPLES);
  }
  await session.release();
  return found;
}

function windowsOf(samples: Int16Array): Float32Array[] {
  const windows: Float32Array[] = [];
  for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += WINDOW_SAMPLES) {
    windows.push(
      Float32Array.from(samples.subarray(at, at + WINDOW_SAMPLES), (sample) => sample / FULL_SCALE),
    );
  }
  return windows;
}

describe('voice activity kernel', () => {
  let model: SileroModel;
  let speech: Int16Array;

  beforeAll(async () => {
    model = await SileroModel.load();
    speech = await synthesise('What are your opening hours on Sundays?', 16_000, 'rms');
  });

  it.each([
    ['speech, and silence around it', () => concat([new Int16Array(8_000), speech, new Int16Array(16_000)])],
    ['noise at full scale', () => new Int16Array(32_000).map(() => (Math.random() * 2 - 1) * 32_767)],
    ['a constant', () => new Int16Array(16_000).fill(-32_768)],
  ])('matches ONNX Runtime for %s', async (_, sound) => {
    const windows = windowsOf(sound());
    const memory = newSileroMemory();
    const found = windows.map((window) => model.judge([{ memory, window }])[0] ?? NaN);
    const expected = await reference(windows);
    expect(found).toHaveLength(expected.length);
    found.forEach((probability, index) => expect(probability).toBeCloseTo(expected[index] ?? NaN, DIGITS));
  });

  it('gives the same results for batched streams', () => {
    const windows = windowsOf(speech);
    const one = newSileroMemory();
    const expected = windows.map((window) => model.judge([{ memory: one, window }])[0]);
    const memories = Array.from({ length: model.maxStreams }, newSileroMemory);
    const found = windows.map((_, index) => {
      // Each stream lags two windows behind the previous.
      const inputs = memories.map((memory, stream) => ({ memory, window: windows.at(index - 2 * stream) }));
      const heard = inputs.flatMap(({ memory, window }) => (window ? { memory, window } : []));
      return [...model.judge(heard)];
    });
    expect(found.map(([first]) => first)).toEqual(expected);
    const last = model.maxStreams - 1;
    // It started in the middle of the speech and has forgotten that since.
    expect(found.at(-1)?.[last]).toBeCloseTo(expected.at(-1 - 2 * last) ?? NaN, 1);
    expect(Math.max(...expected.map(Number))).toBeGreaterThan(0.9);
  });
});
