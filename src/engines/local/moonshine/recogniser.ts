import llamaTokenizer from 'llama-tokenizer-js';
import { LRUCache } from 'lru-cache';
import { FreeSearch, type Decoded } from './free-search.js';
import { KeyPhrases } from './key-phrases.js';
import { type HeardSound, MoonshineModel } from './moonshine-model.js';
import { SentenceSearch, type FoundSentences } from './sentence-search.js';
import { sentenceTrie, type Tokens, type TrieNode } from './sentence-trie.js';
import { piecesOf, prepared } from './sound.js';

/** Rate of all sound. */
const RATE_HZ = 16_000;
/** Less sound holds no word. */
const LEAST_SAMPLES = RATE_HZ / 5;
/** Agents whose phrases are remembered as tokens. */
const REMEMBERED = 50;
/** A token of what was said is likelier than this on average (natural logarithm); noise is written down as anything. */
const LEAST_LIKELY = -1;
/** What holds nothing of a list is taken to hold its likeliest with this margin. */
const UNLIKELY_MARGIN = -10;

/** Pieces of text, of which those that begin a word begin so. */
const WORD_BEGIN = '▁';
const TOKENS: Tokens = {
  encode: (text) => llamaTokenizer.encode(text, false),
  beginsWord: (token) => llamaTokenizer.vocabById[token]?.startsWith(WORD_BEGIN) ?? false,
};

export interface RecognitionRequest {
  /** Mono, 16 kHz. */
  readonly samples: Int16Array;
  /** Words and names that were probably said. */
  readonly phrases: readonly string[];
  /** Two lists of short sentences, of which the one is to be found that the sound is likelier to hold. */
  readonly compared?: readonly [readonly string[], readonly string[]];
}

export interface Recognised {
  /** As it is written, with punctuation; empty where nothing was said. */
  readonly text: string;
  /** 0 to 1: the mean probability of a piece of the text; 0 where there is none. */
  readonly confidence: number;
  /**
   * How much likelier the likeliest of the first of two lists is than that of the second, as the difference of natural
   * logarithms, -10 to 10; absent where none were compared.
   */
  readonly difference?: number;
}

/** Moonshine as a recogniser of whatever is said in English. */
export class Recogniser {
  private readonly phrases = new LRUCache<string, KeyPhrases>({ max: REMEMBERED });
  private readonly tries = new LRUCache<string, TrieNode>({ max: REMEMBERED });

  private constructor(private readonly model: MoonshineModel) {}

  /** Takes the time that its first work would take longer. @throws Error when a file is missing. */
  static async load(): Promise<Recogniser> {
    const recogniser = new Recogniser(await MoonshineModel.load());
    await recogniser.recognise({ samples: new Int16Array(RATE_HZ), phrases: [] });
    return recogniser;
  }

  /** @param isCancelled Nobody waits for it any more, so that anything may come of it. */
  async recognise(
    { samples, phrases, compared }: RecognitionRequest,
    isCancelled = () => false,
  ): Promise<Recognised> {
    if (samples.length < LEAST_SAMPLES) return { text: '', confidence: 0 };
    const parts: Decoded[] = [];
    let difference: number | undefined;
    for (const piece of piecesOf(samples)) {
      const sound = prepared(piece);
      const heard = await this.model.listen(sound);
      const seconds = sound.length / RATE_HZ;
      parts.push(await new FreeSearch(this.model, this.phrasesOf(phrases)).run(heard, seconds, isCancelled));
      if (isCancelled()) break;
      if (compared) difference = await this.compare(heard, seconds, compared);
    }
    const said = parts.filter(({ meanLogLikelihood }) => meanLogLikelihood >= LEAST_LIKELY);
    const text = said
      .map(({ tokens }) => llamaTokenizer.decode([...tokens], false))
      .join(' ')
      .replace(/\bgood-bye\b/gi, (word) => word.replace('-', ''));
    return {
      text,
      confidence:
        text === '' ? 0 : Math.min(1, Math.exp(Math.min(...said.map((part) => part.meanLogLikelihood)))),
      ...(difference !== undefined && { difference }),
    };
  }

  private phrasesOf(phrases: readonly string[]): KeyPhrases | undefined {
    if (phrases.length === 0) return undefined;
    const key = phrases.join('\n');
    const known = this.phrases.get(key) ?? new KeyPhrases(phrases, TOKENS);
    this.phrases.set(key, known);
    return known;
  }

  private async compare(
    heard: HeardSound,
    seconds: number,
    compared: NonNullable<RecognitionRequest['compared']>,
  ): Promise<number> {
    const lists = compared.map((list) => ({ trie: this.trieOf(list), isPlausible: () => true }));
    const [first, second] = await new SentenceSearch(this.model, lists).run(heard, seconds);
    return marginOf(first) - marginOf(second);
  }

  private trieOf(sentences: readonly string[]): TrieNode {
    const key = sentences.join('\n');
    const trie = this.tries.get(key) ?? sentenceTrie(sentences, TOKENS);
    this.tries.set(key, trie);
    return trie;
  }
}

const marginOf = (found: FoundSentences | undefined): number =>
  Math.max(UNLIKELY_MARGIN, found?.whole?.margin ?? UNLIKELY_MARGIN);
