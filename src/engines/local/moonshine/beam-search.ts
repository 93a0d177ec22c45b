import llamaTokenizer from 'llama-tokenizer-js';
import type { KeyPhrases, PhraseNode } from './key-phrases.js';
import { END_TOKEN, type HeardSound, type MoonshineModel, type Predicted } from './moonshine-model.js';
import { likeliestTokens, withoutRepetition } from './tokens.js';
import type { Vocabulary, VocabularyNode } from './vocabulary.js';

/** Next tokens that are tried per hypothesis. */
const BRANCHES = 4;
/** Maximum tokens per second of sound; a recognizer that emits more repeats itself. */
const TOKENS_A_SECOND = 6.5;
const LEAST_TOKENS = 3;
/** Hypotheses this much less likely than the best one (natural logarithm) are pruned. */
const GIVEN_UP = 8;
/** Maximum distance of a returned transcript from the most likely one. */
const MOST_BEHIND = 6;
/** Maximum distance of an alternative: a fifth as likely. */
const ALTERNATIVE_BEHIND = Math.log(5);
/** One that is shorter by more tokens than a word with its full stop has stopped too early. */
const ALTERNATIVE_SHORTER = 2;

export interface Decoded {
  readonly tokens: readonly number[];
  /** Natural logarithm, including the bonuses of phrases and tokens. */
  readonly logLikelihood: number;
  /** Mean per token, including the end token, without token bonuses. */
  readonly meanLogLikelihood: number;
  /** Other transcripts with other letters that the search came across, nearly as likely. */
  readonly alternatives: readonly (readonly number[])[];
}

interface Hypothesis {
  readonly tokens: readonly number[];
  readonly logLikelihood: number;
  readonly bonus: number;
  readonly phrase: PhraseNode | undefined;
  readonly word: VocabularyNode | undefined;
  /** Its index in the previous prediction. */
  readonly origin: number;
}

/** A hypothesis extended by one token. */
interface Step {
  readonly from: Hypothesis;
  readonly row: number;
  readonly token: number;
  readonly logLikelihood: number;
  readonly bonus: number;
  readonly phrase: PhraseNode | undefined;
  readonly score: number;
}

export interface SearchOptions {
  /** Beam width: hypotheses that are followed in parallel. */
  readonly beam: number;
  /** Number of transcripts to return. */
  readonly wanted: number;
  readonly phrases?: KeyPhrases | undefined;
  /** Bonus per token (natural logarithm), so that shorter transcripts are not favored. */
  readonly tokenBonus?: number;
  /** Restricts the transcript to these words; absent: no restriction. */
  readonly vocabulary?: Vocabulary | undefined;
}

/** Without blanks and punctuation: "K-O", "K. O." and "KO" are the same letters. */
const lettersOf = (tokens: readonly number[]): string =>
  tokens
    .map((token) => llamaTokenizer.vocabById[token])
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9']+/g, '');

const scoreOf = ({ logLikelihood, bonus }: Hypothesis): number => logLikelihood + bonus;

/**
 * A beam search for the most likely transcript. It finds phrases with an unlikely first token, and digits that are said
 * twice, which greedy decoding misses.
 */
export class BeamSearch {
  private ended: readonly Hypothesis[] = [];
  private readonly allEnded: Hypothesis[] = [];

  constructor(
    private readonly model: MoonshineModel,
    private readonly options: SearchOptions,
  ) {}

  /**
   * The most likely transcripts, best first.
   * @param seconds Length of the sound.
   * @param isCancelled Polled after each token; once true, the result is not used.
   */
  async run(heard: HeardSound, seconds: number, isCancelled: () => boolean): Promise<readonly Decoded[]> {
    const { phrases, vocabulary } = this.options;
    const most = LEAST_TOKENS + Math.ceil(seconds * TOKENS_A_SECOND);
    const start = { tokens: [], logLikelihood: 0, bonus: 0, origin: 0 };
    let live: readonly Hypothesis[] = [{ ...start, phrase: phrases?.root, word: vocabulary?.root }];
    let predicted = await this.model.begin(heard);
    for (let length = 0; length < most; length++) {
      live = this.withoutLoops(this.next(live, predicted));
      if (live.length === 0 || isCancelled()) break;
      const origins = live.map(({ origin }) => origin);
      const last = live.map(({ tokens }) => tokens.at(-1) ?? 0);
      predicted = await this.model.goOn(heard, predicted.gone, origins, last);
    }
    const found = this.ended.length > 0 ? this.ended : live.slice(0, 1);
    const { tokenBonus = 0 } = this.options;
    return found.map((one) => {
      const { tokens } = one;
      const logLikelihood = scoreOf(one);
      const meanLogLikelihood = (logLikelihood - tokenBonus * tokens.length) / (tokens.length + 1);
      return { tokens, logLikelihood, meanLogLikelihood, alternatives: this.alternativesOf(one) };
    });
  }

  private alternativesOf(best: Hypothesis): readonly (readonly number[])[] {
    const likely = this.allEnded.filter(
      (one) =>
        scoreOf(one) >= scoreOf(best) - ALTERNATIVE_BEHIND &&
        one.tokens.length >= best.tokens.length - ALTERNATIVE_SHORTER,
    );
    const byLetters = new Map(likely.map(({ tokens }) => [lettersOf(tokens), tokens]));
    byLetters.delete(lettersOf(best.tokens));
    return [...byLetters.values()];
  }

  private next(live: readonly Hypothesis[], { logLikelihoods }: Predicted): readonly Hypothesis[] {
    const next = live.flatMap((from, row) =>
      this.follow(from, logLikelihoods[row] ?? new Float32Array(0), row),
    );
    next.sort((one, other) => other.score - one.score);
    const least = Math.max(this.leastOfEnded, (next[0]?.score ?? -Infinity) - GIVEN_UP);
    const likely = next.filter(({ score }) => score >= least);
    return this.distinct(likely, ({ from, token }) => [...from.tokens, token], this.options.beam).map(
      (step) => this.extended(step),
    );
  }

  /** The best hypotheses. If several transcripts are wanted, they differ in their letters. */
  private distinct<T>(
    sorted: readonly T[],
    tokensOf: (one: T) => readonly number[],
    count: number,
  ): readonly T[] {
    if (this.options.wanted === 1) return sorted.slice(0, count);
    const found = new Map<string, T>();
    for (const one of sorted) {
      const letters = lettersOf(tokensOf(one));
      if (!found.has(letters)) found.set(letters, one);
      if (found.size === count) break;
    }
    return [...found.values()];
  }

  /** Less likely transcripts can't be among the wanted ones any more. */
  private get leastOfEnded(): number {
    const { ended } = this;
    const [best] = ended;
    if (!best) return -Infinity;
    const last = ended[this.options.wanted - 1];
    return last ? scoreOf(last) : scoreOf(best) - MOST_BEHIND;
  }

  /** The end token can't come first: sound without words gets an unlikely transcript instead. */
  private follow(from: Hypothesis, all: Float32Array, row: number): Step[] {
    const { phrases, tokenBonus = 0 } = this.options;
    return this.tokensAfter(from, all).flatMap((token) => {
      const logLikelihood = from.logLikelihood + (all[token] ?? -Infinity);
      if (token === END_TOKEN) {
        const lost = from.phrase?.isEnd === false ? from.phrase.bonus : 0;
        this.end({ ...from, logLikelihood, bonus: from.bonus - lost });
        return [];
      }
      const phrase = from.phrase && phrases?.step(from.phrase, token);
      const bonus = from.bonus + (phrase?.bonus ?? 0) + tokenBonus;
      return [{ from, row, token, logLikelihood, bonus, phrase: phrase?.node, score: logLikelihood + bonus }];
    });
  }

  private extended({ from, row, token, logLikelihood, bonus, phrase }: Step): Hypothesis {
    const word = from.word && this.options.vocabulary?.step(from.word, token);
    return { tokens: [...from.tokens, token], logLikelihood, bonus, phrase, word, origin: row };
  }

  private tokensAfter(from: Hypothesis, all: Float32Array): number[] {
    const { phrases, vocabulary } = this.options;
    if (from.word && vocabulary) {
      const mayEnd = from.word.isEnd && from.tokens.length > 0;
      return [...vocabulary.tokensAfter(from.word), ...(mayEnd ? [END_TOKEN] : [])];
    }
    const isFirst = from.tokens.length === 0;
    const tokens = new Set(likeliestTokens(all, BRANCHES, isFirst ? END_TOKEN + 1 : 0));
    for (const node of [phrases?.root, from.phrase])
      for (const token of node?.next.keys() ?? []) tokens.add(token);
    return [...tokens];
  }

  private end(ended: Hypothesis): void {
    this.allEnded.push(ended);
    const all = [...this.ended, ended].sort((one, other) => scoreOf(other) - scoreOf(one));
    this.ended = this.distinct(all, ({ tokens }) => tokens, this.options.wanted);
  }

  /** A loop ends the search for a single transcript. Other transcripts may still become better than it. */
  private withoutLoops(live: readonly Hypothesis[]): readonly Hypothesis[] {
    const whole = live.filter(({ tokens }) => withoutRepetition(tokens).length === tokens.length);
    const [first] = live;
    if (!first || first === whole[0] || (this.options.wanted > 1 && whole.length > 0)) return whole;
    if (this.options.wanted === 1 || this.ended.length === 0)
      this.ended = [{ ...first, tokens: withoutRepetition(first.tokens) }];
    return [];
  }
}
