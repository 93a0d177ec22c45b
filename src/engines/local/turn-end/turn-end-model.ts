import '../../../common/config/quiet-libraries.js';
import type { InferenceSession } from 'onnxruntime-node';
import type { TurnEndJudge } from '../../../voice/caller/turn-end-judge.js';
import { FEATURE_BANDS, FEATURE_FRAMES, FEATURE_SAMPLES, whisperFeatures } from './whisper-features.js';

const INPUT = 'input_features';
/** Turns that may wait for the model; any more are not judged, and silence and words decide. */
const MOST_WAITING = 8;

/**
 * A model that hears whether a turn is over, with the input and output of Smart Turn v3: `input_features`, the
 * features of 8 s of audio, and one output, the probability. One turn is judged at a time, for all calls.
 */
export class TurnEndModel implements TurnEndJudge {
  readonly longestMs = FEATURE_SAMPLES / 16;
  private waiting = 0;
  private latest: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly runtime: typeof import('onnxruntime-node'),
    private readonly session: InferenceSession,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /**
   * @param path Of the ONNX file.
   * @param onFault Told of a failed run; nothing is known of its turn.
   * @throws Error that says what is wrong with the file, or that the runtime is missing.
   */
  static async load(path: string, onFault: (error: unknown) => void): Promise<TurnEndModel> {
    const runtime = await import('onnxruntime-node').catch((cause: unknown) => {
      throw new Error('END_OF_TURN_MODEL needs onnxruntime-node, which is not installed here', { cause });
    });
    const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
    const session = await runtime.InferenceSession.create(path, options).catch((cause: unknown) => {
      throw new Error(`END_OF_TURN_MODEL: ${path} can not be loaded as an ONNX model`, { cause });
    });
    const { inputNames, outputNames } = session;
    if (inputNames.length !== 1 || inputNames[0] !== INPUT || outputNames.length !== 1) {
      const named = `takes ${inputNames.join(', ')} and gives ${outputNames.join(', ')}`;
      await session.release();
      throw new Error(
        `END_OF_TURN_MODEL: ${path} ${named}; wanted is a model that takes ${INPUT} and gives one output`,
      );
    }
    const model = new TurnEndModel(runtime, session, onFault);
    await model.run(new Int16Array(FEATURE_SAMPLES)).catch(async (cause: unknown) => {
      await session.release();
      throw new Error(`END_OF_TURN_MODEL: ${path} does not judge 8 s of audio as Smart Turn v3 does`, {
        cause,
      });
    });
    return model;
  }

  async judge(samples: Int16Array): Promise<number | undefined> {
    if (this.waiting >= MOST_WAITING) return undefined;
    this.waiting++;
    const copy = samples.slice();
    const judged = this.latest.then(() => this.run(copy));
    this.latest = judged.catch(() => undefined);
    try {
      return await judged;
    } catch (error) {
      this.onFault(error);
      return undefined;
    } finally {
      this.waiting--;
    }
  }

  async close(): Promise<void> {
    await this.latest;
    await this.session.release();
  }

  private async run(samples: Int16Array): Promise<number> {
    const shape = [1, FEATURE_BANDS, FEATURE_FRAMES];
    const features = new this.runtime.Tensor('float32', await whisperFeatures(samples), shape);
    const output = Object.values(await this.session.run({ [INPUT]: features }))[0];
    const [probability] = output?.type === 'float32' ? (output.data as Float32Array) : [];
    if (output?.size !== 1 || probability === undefined || !(probability >= 0 && probability <= 1)) {
      throw new Error('The end-of-turn model gave something else than one probability');
    }
    return probability;
  }
}
