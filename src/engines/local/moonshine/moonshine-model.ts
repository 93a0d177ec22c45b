import { projectFile } from '../../../common/assets/index.js';
import { type InferenceSession, openModel, Tensor } from '../onnx.js';

const LAYERS = 6;
const HEADS = 8;
const HEAD_WIDTH = 36;
const BEGIN_TOKEN = 1;

/** End of the transcript. */
export const END_TOKEN = 2;

/** Cross-attention keys and values of a sound, per decoder layer. */
export interface HeardSound {
  readonly keys: Tensor;
  readonly values: Tensor;
}

/** The result of one decoder step. */
export interface Predicted {
  /** For each hypothesis, the log-likelihood of each next token. */
  readonly logLikelihoods: readonly Float32Array[];
  /** Self-attention keys and values of the tokens so far. */
  readonly gone: Tensor;
}

/**
 * Moonshine tiny (https://github.com/moonshine-ai/moonshine), a neural recognizer of English: an audio encoder, and an
 * autoregressive decoder (`assets/moonshine`).
 */
export class MoonshineModel {
  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
  ) {}

  /** Reads 28 MB, and uses some 90 MB of memory after its first run. @throws Error if a file is missing. */
  static async load(): Promise<MoonshineModel> {
    const open = (file: string) => openModel(projectFile('assets', 'moonshine', file));
    return new MoonshineModel(await open('encoder.onnx'), await open('decoder.onnx'));
  }

  /** @param audio Mono, 16 kHz, -1 to 1, at least 0.1 s. */
  async listen(audio: Float32Array<ArrayBuffer>): Promise<HeardSound> {
    const outputs = await this.encoder.run({ input_values: new Tensor('float32', audio, [1, audio.length]) });
    return { keys: outputOf(outputs, 'keys'), values: outputOf(outputs, 'values') };
  }

  /** Predicts the first token. */
  async begin(heard: HeardSound): Promise<Predicted> {
    const nothing = new Tensor('float32', new Float32Array(0), [1, 2 * LAYERS, HEADS, 0, HEAD_WIDTH]);
    return await this.goOn(heard, nothing, [0], [BEGIN_TOKEN]);
  }

  /**
   * Predicts the next token of each hypothesis.
   * @param gone From the previous step.
   * @param origins For each hypothesis, its parent in the previous step.
   * @param tokens For each hypothesis, the token that it adds to its parent.
   */
  async goOn(
    { keys, values }: HeardSound,
    gone: Tensor,
    origins: readonly number[],
    tokens: readonly number[],
  ): Promise<Predicted> {
    const outputs = await this.decoder.run({
      tokens: integers(tokens),
      origin: integers(origins),
      past: gone,
      keys,
      values,
    });
    const all = outputOf(outputs, 'log_likelihoods').data as Float32Array;
    const width = all.length / tokens.length;
    return {
      logLikelihoods: tokens.map((_, row) => all.subarray(row * width, (row + 1) * width)),
      gone: outputOf(outputs, 'gone'),
    };
  }
}

const integers = (numbers: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(numbers, BigInt), [numbers.length]);

function outputOf(outputs: InferenceSession.OnnxValueMapType, name: string): Tensor {
  const output = outputs[name];
  if (!output) throw new Error(`The model has no ${name}`);
  return output;
}
