import { LRUCache } from 'lru-cache';
import { type InferenceSession, openModel, Tensor } from '../../onnx.js';
import { voiceFile, type VoiceTables } from '../tables/voice-tables.js';

/** Cached, because names and other unknown words recur. */
const REMEMBERED_WORDS = 1_000;

/** Phonemes of words that are in no dictionary, from a small network that was trained on 400,000 words. */
export class UnknownWords {
  private readonly codes: ReadonlyMap<string, number>;
  private readonly signs: readonly string[];
  private readonly longest: number;
  private readonly known = new LRUCache<string, string>({ max: REMEMBERED_WORDS });

  private constructor(
    private readonly network: InferenceSession,
    { unknownWords }: Pick<VoiceTables, 'unknownWords'>,
  ) {
    this.codes = new Map(unknownWords.in.map((letter, at) => [letter, at + 1]));
    this.signs = unknownWords.out;
    this.longest = unknownWords.maxlen;
  }

  static async load(tables: Pick<VoiceTables, 'unknownWords'>): Promise<UnknownWords> {
    return new UnknownWords(await openModel(voiceFile('unknown-words.onnx')), tables);
  }

  /** @returns An empty text if the network knows no letter of the word. */
  async soundsOf(word: string): Promise<string> {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    const letters = [...word].flatMap((letter) => this.codes.get(letter) ?? []).slice(0, this.longest);
    const sounds = letters.length === 0 ? '' : this.signsOf(await this.run(letters));
    this.known.set(word, sounds);
    return sounds;
  }

  private async run(letters: readonly number[]): Promise<readonly number[]> {
    const chars = new Tensor('int64', BigInt64Array.from(letters, BigInt), [1, letters.length]);
    const [output] = Object.values(await this.network.run({ chars }));
    return Array.from((output?.data ?? []) as BigInt64Array, Number);
  }

  /**
   * Connectionist temporal classification (Graves et al. 2006): repeated symbols count once, and 0 separates equal
   * ones.
   */
  private signsOf(output: readonly number[]): string {
    return output
      .filter((code, at) => code !== 0 && code !== output[at - 1])
      .map((code) => this.signs[code - 1] ?? '')
      .join('');
  }
}
