import { LRUCache } from 'lru-cache';
import type { AgentIntent } from '../../../agent-document/index.js';
import { MAX_EXAMPLE_CHARACTERS } from '../../../agent-document/intent.js';
import type { Transcript } from '../../stages/index.js';
import { wordsOf } from '../../words/words-of.js';

/**
 * Minimum match of caller words and example (harmonic mean of both directions; 1: equal). At 0.7, about 30 percent of
 * the words may be missing or wrong.
 */
const LEAST_SCORE = 0.7;

export interface IntentMatch {
  readonly intent: AgentIntent;
  readonly words: readonly string[];
  /** 0 to 1. */
  readonly score: number;
}

interface Example {
  readonly intent: AgentIntent;
  readonly words: readonly string[];
  readonly weight: number;
}

/** Words of the caller that are compared: some minutes of speech. */
const MAX_WORDS = 200;

/** Examples to compare by word order: the best ones by words alone. */
const MAX_COMPARED = 32;

/**
 * Cache of recent transcripts with their matches: one answer asks for the same one several times, and for earlier
 * turns.
 */
const MAX_REMEMBERED = 50;

/** Matches the caller's words with intents by comparing them with the examples; rare words weigh more. */
export class IntentMatcher {
  private readonly examples: readonly Example[];
  private readonly byKeys: ReadonlyMap<string, AgentIntent>;
  private readonly weights: ReadonlyMap<string, number>;
  private readonly rareWeight: number;
  private readonly whole: ReadonlySet<string>;
  /** The examples that contain each word, once per occurrence. */
  private readonly having: ReadonlyMap<string, readonly number[]>;
  private readonly remembered = new LRUCache<string, { readonly match: IntentMatch | undefined }>({
    max: MAX_REMEMBERED,
  });

  constructor(intents: readonly AgentIntent[]) {
    let left = MAX_EXAMPLE_CHARACTERS;
    const written = intents.flatMap((intent) =>
      intent.examples.flatMap((example) => {
        // Documents from before the limit may exceed it.
        left -= example.length;
        return left < 0 ? [] : [{ intent, words: wordsOf(example) }];
      }),
    );
    this.byKeys = new Map(
      intents.flatMap((intent) => (intent.keys ?? []).map((keys) => [keys, intent] as const)),
    );
    this.weights = weigh(written);
    this.rareWeight = weightOf(1, written.length);
    this.examples = written.map((example) => ({ ...example, weight: this.weightOf(example.words) }));
    this.whole = new Set(this.examples.map(({ words }) => words.join(' ')));
    this.having = indexed(this.examples);
  }

  /** The best intent; undefined if none is similar enough. */
  match({ text, keys }: Pick<Transcript, 'text' | 'keys'>): IntentMatch | undefined {
    const pressed = keys === undefined ? undefined : this.byKeys.get(keys);
    if (pressed) return { intent: pressed, words: [], score: 1 };
    const known = this.remembered.get(text);
    if (known) return known.match;
    const match = this.nearest(wordsOf(text).slice(0, MAX_WORDS));
    this.remembered.set(text, { match });
    return match;
  }

  /** Compares word order only with examples that share enough words. */
  private nearest(words: readonly string[]): IntentMatch | undefined {
    const saidWeight = this.weightOf(words);
    let best: IntentMatch | undefined;
    for (const { example, bound } of this.likeliest(words, saidWeight)) {
      if (bound <= (best?.score ?? 0)) break;
      const commonWeight = this.weightOf(longestCommonSubsequence(words, example.words));
      const score = scoreOf(commonWeight, saidWeight + example.weight);
      if (score >= LEAST_SCORE && score > (best?.score ?? 0)) {
        best = { intent: example.intent, words: example.words, score };
      }
    }
    return best;
  }

  /** Examples that can reach the minimum score, highest possible score first. */
  private likeliest(
    words: readonly string[],
    saidWeight: number,
  ): { readonly example: Example; readonly bound: number }[] {
    const common = new Float64Array(this.examples.length);
    for (const [word, times] of counted(words)) {
      const weight = this.weights.get(word) ?? this.rareWeight;
      let [last, taken] = [-1, 0];
      for (const at of this.having.get(word) ?? []) {
        taken = at === last ? taken + 1 : 1;
        last = at;
        if (taken <= times) common[at] = (common[at] ?? 0) + weight;
      }
    }
    const able = this.examples.flatMap((example, at) => {
      const bound = scoreOf(common[at] ?? 0, saidWeight + example.weight);
      return bound >= LEAST_SCORE ? [{ example, bound }] : [];
    });
    return able.sort((one, other) => other.bound - one.bound).slice(0, MAX_COMPARED);
  }

  /** True if the words are doubtful, or match an example except for missing words and a different end. */
  isUnclear(heard: Transcript): boolean {
    const match = this.match(heard);
    const breaks = match !== undefined && match.score < 1 && breaksOff(wordsOf(heard.text), match.words);
    return heard.doubtful === true || breaks;
  }

  /** True if the words are a complete example that no other example continues. */
  isComplete({ text, doubtful = false }: Transcript): boolean {
    const words = wordsOf(text);
    return !doubtful && this.whole.has(words.join(' ')) && !this.begins(words);
  }

  /** True if an example starts with these words and continues. */
  private begins(words: readonly string[]): boolean {
    return this.examples.some(
      (example) =>
        words.length < example.words.length && words.every((word, at) => word === example.words[at]),
    );
  }

  private weightOf(words: readonly string[]): number {
    return words.reduce((sum, word) => sum + (this.weights.get(word) ?? this.rareWeight), 0);
  }
}

/** True if words of the example are missing and the last word differs. */
function breaksOff(words: readonly string[], example: readonly string[]): boolean {
  return words.at(-1) !== example.at(-1) && longestCommonSubsequence(words, example).length < example.length;
}

function weigh(examples: readonly Pick<Example, 'words'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of examples) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Map([...counts].map(([word, count]) => [word, weightOf(count, examples.length)]));
}

/** Inverse document frequency. */
function weightOf(examplesWithWord: number, examples: number): number {
  return Math.log(1 + Math.max(examples, 1) / examplesWithWord);
}

const scoreOf = (commonWeight: number, totalWeight: number): number =>
  totalWeight === 0 ? 0 : (2 * commonWeight) / totalWeight;

function indexed(examples: readonly Example[]): Map<string, number[]> {
  const having = new Map<string, number[]>();
  examples.forEach(({ words }, at) => {
    for (const word of words) {
      const found = having.get(word);
      if (found) found.push(at);
      else having.set(word, [at]);
    }
  });
  return having;
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function longestCommonSubsequence(first: readonly string[], second: readonly string[]): string[] {
  const width = second.length + 1;
  const lengths = new Uint16Array((first.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = 1; row <= first.length; row += 1) {
    for (let column = 1; column < width; column += 1) {
      lengths[row * width + column] =
        first[row - 1] === second[column - 1]
          ? at(row - 1, column - 1) + 1
          : Math.max(at(row, column - 1), at(row - 1, column));
    }
  }
  const common: string[] = [];
  for (let [row, column] = [first.length, second.length]; row > 0 && column > 0;) {
    if (first[row - 1] === second[column - 1]) {
      common.unshift(first[row - 1] ?? '');
      [row, column] = [row - 1, column - 1];
    } else if (at(row, column - 1) >= at(row - 1, column)) column -= 1;
    else row -= 1;
  }
  return common;
}
