import { END_TOKEN, type HeardSound, type MoonshineModel, type Predicted } from './moonshine-model.js';
import type { SentencePart, TrieNode } from './sentence-trie.js';

/** Beginnings of the expected sentences of a list that are followed at the same time. */
const MOST_HYPOTHESES = 6;
/** A beginning that is so much less likely (natural logarithm) than whatever may have been said is given up. */
const GIVEN_UP = 8;
/** Tokens of anything in a second of sound; more are a recogniser that repeats itself. */
const TOKENS_A_SECOND = 6.5;

/** What may have been said. */
interface Likely {
  readonly text: string;
  /**
   * How much likelier it is than what was most likely said if anything may be (difference of natural logarithms): 0
   * where that is it, the less the worse. What may be anything is looked for one token at a time, so it can be above 0.
   */
  readonly margin: number;
}

export interface FoundSentences {
  /** The likeliest of the sentences. */
  readonly whole?: Likely | undefined;
  /** The likeliest of their beginnings. */
  readonly begun?: Likely | undefined;
}

/** Sentences of which one is looked for. */
export interface Sought {
  readonly trie: TrieNode;
  /** Whether that can have been said at all. */
  isPlausible(text: string): boolean;
}

type Ended = { readonly text: string; readonly logLikelihood: number } | undefined;

/** A beginning of an expected sentence, or of whatever was said. */
interface Hypothesis {
  /** In which of the lists; -1 for whatever was said. */
  readonly list: number;
  readonly node: TrieNode | undefined;
  readonly logLikelihood: number;
  readonly token: number;
  /** Its place among those that were predicted from. */
  readonly origin: number;
}

/**
 * Looks for the expected sentence, or the beginning of one, that a piece of sound is likeliest to hold. It does so in
 * several lists at once: what the next token of one more hypothesis takes is an eighth of what that of the first takes.
 */
export class SentenceSearch {
  private readonly ended: readonly { whole: Ended; begun: Ended }[];
  /** Log likelihood of whatever was said, where it has ended. */
  private anything: number | undefined;

  constructor(
    private readonly model: MoonshineModel,
    private readonly lists: readonly Sought[],
  ) {
    this.ended = lists.map(() => ({ whole: undefined, begun: undefined }));
  }

  /** @param seconds Of sound. @returns What was found in each list. */
  async run(heard: HeardSound, seconds: number): Promise<FoundSentences[]> {
    const first = { logLikelihood: 0, token: 0, origin: 0 };
    let hypotheses: Hypothesis[] = [
      ...this.lists.map(({ trie }, list) => ({ ...first, list, node: trie })),
      { ...first, list: -1, node: undefined },
    ];
    let predicted = await this.model.begin(heard);
    const most = Math.ceil(seconds * TOKENS_A_SECOND);
    for (let length = 0; ; length++) {
      hypotheses = this.next(hypotheses, length === 0 ? () => 0 : (at) => at, predicted);
      if (length === most || this.isLost(hypotheses)) break;
      const origins = hypotheses.map(({ origin }) => origin);
      const tokens = hypotheses.map(({ token }) => token);
      predicted = await this.model.goOn(heard, predicted.gone, origins, tokens);
    }
    return this.best(hypotheses);
  }

  /** Whether there is nothing to follow, or what was said is none of the sentences and was no beginning of one. */
  private isLost(hypotheses: readonly Hypothesis[]): boolean {
    const nothing = this.ended.every(({ whole, begun }) => !whole && !begun);
    return hypotheses.length === 0 || (nothing && hypotheses.every(({ node }) => !node));
  }

  /** @param rowOf Where a hypothesis' predictions are. */
  private next(
    hypotheses: readonly Hypothesis[],
    rowOf: (at: number) => number,
    { logLikelihoods }: Predicted,
  ): Hypothesis[] {
    const expected = this.lists.map((): Hypothesis[] => []);
    let free: Hypothesis | undefined;
    hypotheses.forEach((hypothesis, at) => {
      const origin = rowOf(at);
      const all = logLikelihoods[origin] ?? new Float32Array(0);
      if (hypothesis.node) expected[hypothesis.list]?.push(...this.follow(hypothesis, all, origin));
      else free = this.anythingAfter(hypothesis, all, origin);
    });
    const bound = (free?.logLikelihood ?? this.anything ?? 0) - GIVEN_UP;
    const kept = expected.flatMap((some) => likeliest(some, bound));
    return free ? [...kept, free] : kept;
  }

  private follow(from: Hypothesis, all: Float32Array, origin: number): Hypothesis[] {
    const gone: Hypothesis[] = [];
    for (const [token, node] of from.node?.next ?? []) {
      const logLikelihood = from.logLikelihood + (all[token] ?? -Infinity);
      if (token !== END_TOKEN) gone.push({ list: from.list, node, logLikelihood, token, origin });
      else for (const part of endedIn(node)) this.end(from.list, part, logLikelihood);
    }
    return gone;
  }

  private end(list: number, { text, isWhole }: SentencePart, logLikelihood: number): void {
    const ended = this.ended[list];
    const kind = isWhole ? 'whole' : 'begun';
    if (!ended || logLikelihood <= (ended[kind]?.logLikelihood ?? -Infinity)) return;
    if (this.lists[list]?.isPlausible(text)) ended[kind] = { text, logLikelihood };
  }

  private anythingAfter(from: Hypothesis, all: Float32Array, origin: number): Hypothesis | undefined {
    let token = 0;
    for (let other = 1; other < all.length; other++) {
      if ((all[other] ?? -Infinity) > (all[token] ?? -Infinity)) token = other;
    }
    const logLikelihood = from.logLikelihood + (all[token] ?? -Infinity);
    if (token !== END_TOKEN) return { ...from, logLikelihood, token, origin };
    this.anything = logLikelihood;
    return undefined;
  }

  private best(left: readonly Hypothesis[]): FoundSentences[] {
    const endless = left.find(({ node }) => node === undefined)?.logLikelihood;
    const anything = this.anything ?? endless ?? 0;
    const likely = (ended: Ended) => ended && { text: ended.text, margin: ended.logLikelihood - anything };
    return this.ended.map(({ whole, begun }) => ({ whole: likely(whole), begun: likely(begun) }));
  }
}

/** Of the hypotheses of one list those that are followed. */
function likeliest(hypotheses: readonly Hypothesis[], bound: number): Hypothesis[] {
  return hypotheses
    .filter(({ logLikelihood }) => logLikelihood > bound)
    .sort((a, b) => b.logLikelihood - a.logLikelihood)
    .slice(0, MOST_HYPOTHESES);
}

/** What is a whole sentence is no beginning of a longer one. */
function endedIn({ ended }: TrieNode): readonly SentencePart[] {
  const wholes = ended.filter(({ isWhole }) => isWhole);
  return wholes.length > 0 ? wholes : ended;
}
