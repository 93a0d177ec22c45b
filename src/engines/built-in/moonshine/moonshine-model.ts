import '../../../common/config/quiet-libraries.js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { packageFile, projectFile } from '../../../common/assets/index.js';

/** Moonshine tiny (https://github.com/moonshine-ai/moonshine), eight bits a weight: the npm package's decoder. */
const DECODER = ['dist', 'model', 'tiny', 'quantized', 'decoder_model_merged.onnx'];
/** The package's encoder, which has learned to hear callers in noise as without: `assets/moonshine`. */
const ENCODER = ['assets', 'moonshine', 'encoder.onnx'];

const LAYERS = 6;
const HEADS = 8;
const HEAD_WIDTH = 36;
const BEGIN_TOKEN = 1;

/** Ends what is said. */
export const END_TOKEN = 2;

/** Keys and values of attention, by the names of the decoder's inputs. */
type Attention = ReadonlyMap<string, Tensor>;

/** What the tokens after some hypotheses are predicted from. */
export interface Predicted {
  /** Of each hypothesis, as long as the vocabulary. */
  readonly logits: readonly Float32Array[];
  readonly attention: Attention;
}

const INPUTS = Array.from({ length: LAYERS }, (_, layer) =>
  ['decoder', 'encoder'].flatMap((side) =>
    ['key', 'value'].map((what) => `past_key_values.${layer}.${side}.${what}`),
  ),
).flat();

/** A neural recogniser of English: an encoder of sound, and a decoder that predicts one token after the other. */
export class MoonshineModel {
  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
  ) {}

  /** Reads 28 MB and takes some 200 MB of memory once it has worked. @throws Error when a package isn't installed. */
  static async load(): Promise<MoonshineModel> {
    const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
    const open = (file: string) => InferenceSession.create(file, options);
    const encoder = await open(projectFile(...ENCODER));
    return new MoonshineModel(encoder, await open(packageFile('@usefulsensors/moonshine-js', ...DECODER)));
  }

  /** @param samples Mono, 16 kHz, at least 0.1 s. @returns What the decoder hears. */
  async listen(samples: Int16Array): Promise<Tensor> {
    const audio = Float32Array.from(samples, (sample) => sample / 32_768);
    const input = new Tensor('float32', audio, [1, audio.length]);
    return outputOf(await this.encoder.run({ input_values: input }), 'last_hidden_state');
  }

  /** Predicts the first token. */
  async begin(heard: Tensor): Promise<Predicted> {
    const empty = new Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_WIDTH]);
    return await this.predict(heard, [BEGIN_TOKEN], new Map(INPUTS.map((name) => [name, empty])), true);
  }

  /**
   * Predicts what comes after each hypothesis.
   * @param from Of each, which of the hypotheses before it goes on.
   * @param tokens The token with which it does.
   */
  async goOn(
    heard: Tensor,
    { attention }: Predicted,
    from: readonly number[],
    tokens: readonly number[],
  ): Promise<Predicted> {
    const gone = new Map([...attention].map(([name, tensor]) => [name, rowsOf(tensor, from)]));
    return await this.predict(heard, tokens, gone, false);
  }

  private async predict(
    heard: Tensor,
    tokens: readonly number[],
    attention: Attention,
    isFirst: boolean,
  ): Promise<Predicted> {
    const count = tokens.length;
    const outputs = await this.decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [count, 1]),
      encoder_hidden_states: rowsOf(heard, new Array<number>(count).fill(0)),
      use_cache_branch: new Tensor('bool', [!isFirst]),
      ...Object.fromEntries(attention),
    });
    const logits = outputOf(outputs, 'logits');
    return {
      logits: tokens.map((_, row) => rowOf(logits, row)),
      attention: new Map(
        INPUTS.map((name) => {
          // What the encoder gave stays the same; the decoder tells it once.
          const isNew = isFirst || name.includes('.decoder.');
          const tensor = isNew
            ? outputOf(outputs, name.replace('past_key_values', 'present'))
            : attention.get(name);
          return [name, tensor ?? missing(name)];
        }),
      ),
    };
  }
}

function rowsOf(tensor: Tensor, rows: readonly number[]): Tensor {
  const width = widthOf(tensor);
  const copied = new Float32Array(rows.length * width);
  rows.forEach((row, at) => copied.set(rowOf(tensor, row), at * width));
  return new Tensor('float32', copied, [rows.length, ...tensor.dims.slice(1)]);
}

function rowOf(tensor: Tensor, row: number): Float32Array {
  const width = widthOf(tensor);
  return (tensor.data as Float32Array).subarray(row * width, (row + 1) * width);
}

const widthOf = (tensor: Tensor): number => tensor.size / (tensor.dims[0] ?? 1);

function outputOf(outputs: InferenceSession.OnnxValueMapType, name: string): Tensor {
  return (outputs[name] as Tensor | undefined) ?? missing(name);
}

function missing(name: string): never {
  throw new Error(`The model has no ${name}`);
}
