import type { Tensor } from 'onnxruntime-node';
import { END_TOKEN, type MoonshineModel, type Predicted } from './moonshine-model.js';
import type { SentencePart, TrieNode } from './sentence-trie.js';

/** Beginnings of expected sentences that are followed at the same time. */
const MOST_HYPOTHESES = 6;
/** A beginning that is so much less likely (natural logarithm) than whatever may have been said is given up. */
const GIVEN_UP = 8;
/** Tokens of anything in a second of sound; more are a recogniser that repeats itself. */
const TOKENS_A_SECOND = 6.5;
/** A token below the likeliest by more than this (natural logarithm) adds nothing. */
const NEGLIGIBLE = 15;

/** What may have been said. */
export interface Likely {
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

type Ended = { readonly text: string; readonly logLikelihood: number } | undefined;

/** A beginning of an expected sentence, or of whatever was said. */
interface Hypothesis {
  readonly node: TrieNode | undefined;
  readonly logLikelihood: number;
  readonly token: number;
  /** Its place among those that were predicted from. */
  readonly from: number;
}

/** Looks for the expected sentence, or the beginning of one, that a piece of sound is likeliest to hold. */
export class SentenceSearch {
  private readonly ended = { whole: undefined as Ended, begun: undefined as Ended };
  /** Log likelihood of whatever was said, where it has ended. */
  private anything: number | undefined;

  /** @param isPlausible Whether that can have been said at all. */
  constructor(
    private readonly model: MoonshineModel,
    private readonly trie: TrieNode,
    private readonly isPlausible: (text: string) => boolean,
  ) {}

  /** @param heard What the model heard. @param seconds Of sound. */
  async run(heard: Tensor, seconds: number): Promise<FoundSentences> {
    let hypotheses: Hypothesis[] = [
      { node: this.trie, logLikelihood: 0, token: 0, from: 0 },
      { node: undefined, logLikelihood: 0, token: 0, from: 0 },
    ];
    let predicted = await this.model.begin(heard);
    const most = Math.ceil(seconds * TOKENS_A_SECOND);
    for (let length = 0; ; length++) {
      hypotheses = this.next(hypotheses, length === 0 ? () => 0 : (at) => at, predicted);
      if (length === most || this.isLost(hypotheses)) break;
      predicted = await this.model.goOn(
        heard,
        predicted,
        hypotheses.map(({ from }) => from),
        hypotheses.map(({ token }) => token),
      );
    }
    return this.best(hypotheses);
  }

  /** Whether there is nothing to follow, or what was said is none of the sentences and was no beginning of one. */
  private isLost(hypotheses: readonly Hypothesis[]): boolean {
    const { whole, begun } = this.ended;
    return hypotheses.length === 0 || (!whole && !begun && hypotheses.every(({ node }) => !node));
  }

  /** @param rowOf Where a hypothesis' predictions are. */
  private next(
    hypotheses: readonly Hypothesis[],
    rowOf: (at: number) => number,
    { logits }: Predicted,
  ): Hypothesis[] {
    const expected: Hypothesis[] = [];
    let free: Hypothesis | undefined;
    hypotheses.forEach((hypothesis, at) => {
      const row = rowOf(at);
      const all = logits[row] ?? new Float32Array(0);
      const normaliser = logSumExp(all);
      const after = (token: number) => hypothesis.logLikelihood + (all[token] ?? -Infinity) - normaliser;
      if (hypothesis.node) expected.push(...this.follow(hypothesis.node, after, row));
      else free = this.anythingAfter(all, after, row);
    });
    const bound = (free?.logLikelihood ?? this.anything ?? 0) - GIVEN_UP;
    const kept = expected
      .filter(({ logLikelihood }) => logLikelihood > bound)
      .sort((a, b) => b.logLikelihood - a.logLikelihood)
      .slice(0, MOST_HYPOTHESES);
    return free ? [...kept, free] : kept;
  }

  private follow(node: TrieNode, after: (token: number) => number, from: number): Hypothesis[] {
    const gone: Hypothesis[] = [];
    for (const [token, next] of node.next) {
      const logLikelihood = after(token);
      if (token !== END_TOKEN) gone.push({ node: next, logLikelihood, token, from });
      else for (const part of endedIn(next)) this.end(part, logLikelihood);
    }
    return gone;
  }

  private end({ text, isWhole }: SentencePart, logLikelihood: number): void {
    const kind = isWhole ? 'whole' : 'begun';
    if (logLikelihood <= (this.ended[kind]?.logLikelihood ?? -Infinity) || !this.isPlausible(text)) return;
    this.ended[kind] = { text, logLikelihood };
  }

  private anythingAfter(
    logits: Float32Array,
    after: (token: number) => number,
    from: number,
  ): Hypothesis | undefined {
    let token = 0;
    for (let other = 1; other < logits.length; other++) {
      if ((logits[other] ?? -Infinity) > (logits[token] ?? -Infinity)) token = other;
    }
    const logLikelihood = after(token);
    if (token !== END_TOKEN) return { node: undefined, logLikelihood, token, from };
    this.anything = logLikelihood;
    return undefined;
  }

  private best(left: readonly Hypothesis[]): FoundSentences {
    const endless = left.find(({ node }) => node === undefined)?.logLikelihood;
    const anything = this.anything ?? endless ?? 0;
    const likely = (ended: Ended) => ended && { text: ended.text, margin: ended.logLikelihood - anything };
    return { whole: likely(this.ended.whole), begun: likely(this.ended.begun) };
  }
}

/** What is a whole sentence is no beginning of a longer one. */
function endedIn({ ended }: TrieNode): readonly SentencePart[] {
  const wholes = ended.filter(({ isWhole }) => isWhole);
  return wholes.length > 0 ? wholes : ended;
}

function logSumExp(logits: Float32Array): number {
  let highest = -Infinity;
  for (const logit of logits) if (logit > highest) highest = logit;
  let sum = 0;
  for (const logit of logits) if (logit > highest - NEGLIGIBLE) sum += Math.exp(logit - highest);
  return highest + Math.log(sum);
}
