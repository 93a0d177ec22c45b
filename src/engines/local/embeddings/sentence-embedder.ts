import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { projectFile } from '../../../common/assets/index.js';
import { type InferenceSession, openModel, Tensor } from '../onnx.js';

/** Of a longer text the beginning counts; what the model takes is about as long. */
const MAX_CHARACTERS = 2_000;
/** With those that stand for the beginning and the end. */
const MAX_TOKENS = 256;

/** Of a turn so many words are looked at; the model was trained with no more. */
const LAST_WORDS = 10;

const FOLDER = ['assets', 'embeddings'];

/**
 * all-MiniLM-L6-v2 (https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), a model of what English sentences
 * mean, and whether callers have said all of one (`assets/embeddings`).
 */
export class SentenceEmbedder {
  private constructor(
    private readonly tokenizer: Pick<Tokenizer, 'encode'>,
    private readonly session: InferenceSession,
    private readonly endings: InferenceSession,
  ) {}

  /** Reads 28 MB. @throws Error when a file is missing. */
  static async load(): Promise<SentenceEmbedder> {
    const [tokenizer, config] = await Promise.all(['tokenizer.json', 'tokenizer_config.json'].map(readJson));
    const [session, endings] = await Promise.all(
      ['model.onnx', 'completeness.onnx'].map((file) => openModel(projectFile(...FOLDER, file))),
    );
    if (!session || !endings) throw new Error('The model of sentences is not whole');
    return new SentenceEmbedder(new Tokenizer(tokenizer ?? {}, config ?? {}), session, endings);
  }

  /** Pieces of words as the model knows them, between the marks for the beginning and the end. */
  tokensOf(text: string): readonly number[] {
    const { ids } = this.tokenizer.encode(text.slice(0, MAX_CHARACTERS));
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
  }

  /**
   * A vector of length 1, 384 numbers, as far from that of another text as the two differ in meaning. Takes 2 ms for a
   * sentence and 40 ms at most.
   */
  async embed(text: string): Promise<Float32Array> {
    const { vector } = await this.session.run({ ids: this.idsOf(text) }, ['vector']);
    return numbersOf(vector);
  }

  /**
   * How likely it is, by the words alone, that who said this has nothing to add to it; 0 to 1. Punctuation is no
   * evidence, since recognisers put a full stop behind everything. Takes some 3 ms.
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
