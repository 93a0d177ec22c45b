import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { projectFile } from '../../../common/assets/index.js';
import { type InferenceSession, openModel, Tensor } from '../onnx.js';

/** Longer texts are truncated; this is about the model's limit. */
const MAX_CHARACTERS = 2_000;
/** Including the start and end tokens. */
const MAX_TOKENS = 256;

/** Only the last words of a turn are judged, as many as in training. */
const LAST_WORDS = 10;

const FOLDER = ['assets', 'embeddings'];

/**
 * all-MiniLM-L6-v2 (https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2): sentence embeddings for English,
 * and a classifier that estimates whether a caller's turn is complete (`assets/embeddings`).
 */
export class SentenceEmbedder {
  private constructor(
    private readonly tokenizer: Pick<Tokenizer, 'encode'>,
    private readonly session: InferenceSession,
    private readonly endings: InferenceSession,
  ) {}

  /** Reads 28 MB. @throws Error if a file is missing. */
  static async load(): Promise<SentenceEmbedder> {
    const [tokenizer, config] = await Promise.all(['tokenizer.json', 'tokenizer_config.json'].map(readJson));
    const [session, endings] = await Promise.all(
      ['model.onnx', 'completeness.onnx'].map((file) => openModel(projectFile(...FOLDER, file))),
    );
    if (!session || !endings) throw new Error('The model of sentences is not whole');
    return new SentenceEmbedder(new Tokenizer(tokenizer ?? {}, config ?? {}), session, endings);
  }

  /** The model's subword tokens, with start and end tokens. */
  tokensOf(text: string): readonly number[] {
    const { ids } = this.tokenizer.encode(text.slice(0, MAX_CHARACTERS));
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
  }

  /**
   * A unit vector of 384 numbers; its distance to another text's vector measures their difference in meaning. Takes 2
   * ms for a sentence and 40 ms at most.
   */
  async embed(text: string): Promise<Float32Array> {
    const { vector } = await this.session.run({ ids: this.idsOf(text) }, ['vector']);
    return numbersOf(vector);
  }

  /**
   * Probability that the speaker has nothing to add, judged by the words alone; 0 to 1. Punctuation is ignored, because
   * recognizers end every text with a full stop. Takes some 3 ms.
   */
  async completeness(text: string): Promise<number> {
    const words =
      text
        .toLowerCase()
        .replaceAll('’', "'")
        .match(/[a-z0-9']+/g) ?? [];
    if (words.length === 0) return 0;
    const ids = this.idsOf(words.slice(-LAST_WORDS).join(' '));
    const { states } = await this.session.run({ ids }, ['states']);
    if (!states) throw new Error('The model of sentences gives no states');
    const { completeness } = await this.endings.run({ states });
    return numbersOf(completeness)[0] ?? 0;
  }

  private idsOf(text: string): Tensor {
    const tokens = this.tokensOf(text);
    return new Tensor('int64', BigInt64Array.from(tokens, BigInt), [tokens.length]);
  }
}

function numbersOf(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new Error('The model of sentences gives no numbers');
}

async function readJson(file: string): Promise<object> {
  return JSON.parse(await readFile(projectFile(...FOLDER, file), 'utf8')) as object;
}
