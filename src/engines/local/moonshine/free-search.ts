import type { KeyPhrases, PhraseNode } from './key-phrases.js';
import { likeliestTokens } from './likeliest-tokens.js';
import { END_TOKEN, type HeardSound, type MoonshineModel, type Predicted } from './moonshine-model.js';
import { withoutRepetition } from './repetition.js';

/** Beginnings that are followed at the same time, and tokens that may come next of each. */
const BEAM = 4;
const BRANCHES = 4;
/** Tokens of anything in a second of sound; more are a recogniser that repeats itself. */
const TOKENS_A_SECOND = 6.5;
const LEAST_TOKENS = 3;
/** A beginning so much less likely than the likeliest (natural logarithm) is given up. */
const GIVEN_UP = 8;

export interface Decoded {
  readonly tokens: readonly number[];
  /** The mean of a token, natural logarithm, the end among them, with what phrases add to it. */
  readonly meanLogLikelihood: number;
}

interface Hypothesis {
  readonly tokens: readonly number[];
  readonly logLikelihood: number;
  /** What phrases add to it. */
  readonly bonus: number;
  readonly phrase: PhraseNode | undefined;
  /** Its place among those that were predicted from. */
  readonly origin: number;
}

const scoreOf = ({ logLikelihood, bonus }: Hypothesis): number => logLikelihood + bonus;

/**
 * Finds what was most likely said, whatever it is. Some beginnings are followed at once, so that a phrase is found
 * whose first token isn't the likeliest, and a digit that is said twice.
 */
export class FreeSearch {
  private ended: Hypothesis | undefined;

  constructor(
    private readonly model: MoonshineModel,
    private readonly phrases?: KeyPhrases,
  ) {}

  /**
   * @param seconds Of sound.
   * @param isCancelled Asked after each token: what was found by then does not matter any more.
   */
  async run(heard: HeardSound, seconds: number, isCancelled: () => boolean): Promise<Decoded> {
    const most = LEAST_TOKENS + Math.ceil(seconds * TOKENS_A_SECOND);
    let live: Hypothesis[] = [
      { tokens: [], logLikelihood: 0, bonus: 0, phrase: this.phrases?.root, origin: 0 },
    ];
    let predicted = await this.model.begin(heard);
    for (let length = 0; length < most; length++) {
      live = this.next(live, predicted);
      const [first] = live;
      if (!first || this.repeats(first) || isCancelled()) break;
      const origins = live.map(({ origin }) => origin);
      const last = live.map(({ tokens }) => tokens.at(-1) ?? 0);
      predicted = await this.model.goOn(heard, predicted.gone, origins, last);
    }
    const found = this.ended ?? live[0];
    const tokens = found?.tokens ?? [];
    return { tokens, meanLogLikelihood: (found ? scoreOf(found) : -Infinity) / (tokens.length + 1) };
  }

  private next(live: readonly Hypothesis[], { logLikelihoods }: Predicted): Hypothesis[] {
    const next = live.flatMap((from, row) =>
      this.follow(from, logLikelihoods[row] ?? new Float32Array(0), row),
    );
    next.sort((one, other) => scoreOf(other) - scoreOf(one));
    const [first] = next;
    const least = Math.max(
      this.ended ? scoreOf(this.ended) : -Infinity,
      first ? scoreOf(first) - GIVEN_UP : -Infinity,
    );
    return next.filter((each) => scoreOf(each) >= least).slice(0, BEAM);
  }

  /** The end does not come first: of a sound without words something is found that is not likely. */
  private follow(from: Hypothesis, all: Float32Array, origin: number): Hypothesis[] {
    const { phrases } = this;
    const isFirst = from.tokens.length === 0;
    const tokens = new Set(likeliestTokens(all, BRANCHES, isFirst ? END_TOKEN + 1 : 0));
    for (const node of [phrases?.root, from.phrase])
      for (const token of node?.next.keys() ?? []) tokens.add(token);
    return [...tokens].flatMap((token) => {
      const logLikelihood = from.logLikelihood + (all[token] ?? -Infinity);
      if (token === END_TOKEN) {
        const lost = from.phrase?.isEnd === false ? from.phrase.bonus : 0;
        this.end({ ...from, logLikelihood, bonus: from.bonus - lost });
        return [];
      }
      const step = from.phrase && phrases?.step(from.phrase, token);
      const bonus = from.bonus + (step?.bonus ?? 0);
      return [{ tokens: [...from.tokens, token], logLikelihood, bonus, phrase: step?.node, origin }];
    });
  }

  private end(ended: Hypothesis): void {
    if (!this.ended || scoreOf(ended) > scoreOf(this.ended)) this.ended = ended;
  }

  private repeats(first: Hypothesis): boolean {
    const tokens = withoutRepetition(first.tokens);
    if (tokens.length === first.tokens.length) return false;
    this.ended = { ...first, tokens };
    return true;
  }
}
