import type { AgentIntent } from '../../../agent-document/index.js';
import type { IntentVector } from '../../starter/example-vectors.js';
import { dot } from '../../starter/vectors.js';
import { isNegated } from './spoken-parts.js';

/** The caller's words, or one sentence of them. */
export interface SpokenPart {
  /** Lower case. */
  readonly text: string;
  readonly vector: Float32Array;
  /** Cosine with the nearest of the questions that people ask any agent. */
  readonly elsewhere: number;
}

export interface Decision {
  readonly intent: AgentIntent | undefined;
  readonly nearness: number;
  /** All intents, nearest first; absent without embeddings. */
  readonly ranked?: readonly AgentIntent[];
}

/** Minimum nearness of a match. The model was trained with both constants (`bench/sentence-embeddings/train.py`). */
const LEAST_NEARNESS = 0.1;
const ELSEWHERE_SHARE = 0.6;
/** Share of common words above which two sentences differ only by a negation. */
const SAME_WORDS = 0.7;

/** An intent's nearest example counts from the first number of examples on, and most from the second on. */
const [FEW_EXAMPLES, MANY_EXAMPLES] = [4, 12];
const MOST_OF_NEAREST = 0.5;
/** How much nearer one of many examples is by chance. */
const BY_CHANCE = 0.1;

/** Similarity to the caller's words, minus a share of their similarity to questions for any agent. */
export const nearnessOf = (
  parts: readonly SpokenPart[],
  { vector, examples }: Pick<IntentVector, 'vector' | 'examples'>,
): number =>
  Math.max(
    -1,
    ...parts.map((part) => similarity(part.vector, vector, examples) - ELSEWHERE_SHARE * part.elsewhere),
  );

/** Few examples say in which direction an intent lies. With many, the nearest one says more. */
function similarity(said: Float32Array, vector: Float32Array, examples: readonly Float32Array[]): number {
  const many = (examples.length - FEW_EXAMPLES) / (MANY_EXAMPLES - FEW_EXAMPLES);
  const share = MOST_OF_NEAREST * Math.min(1, Math.max(0, many));
  if (share === 0) return dot(said, vector);
  const nearest = Math.max(...examples.map((example) => dot(said, example)));
  return (1 - share) * dot(said, vector) + share * (nearest - BY_CHANCE);
}

/** The nearest intent that is near enough. */
export function nearestIntent(parts: readonly SpokenPart[], intents: readonly IntentVector[]): Decision {
  const known = intents.map((one) => {
    const { intent } = one;
    const told = parts.filter(({ text }) => !contradicts(text, intent.examples));
    return { intent, nearness: nearnessOf(told, one) };
  });
  known.sort((one, other) => other.nearness - one.nearness);
  const ranked = known.map(({ intent }) => intent);
  const [best] = known;
  return best && best.nearness > LEAST_NEARNESS
    ? { ...best, ranked }
    : { intent: undefined, nearness: LEAST_NEARNESS, ranked };
}

/** True if examples match only with a negation added or removed: the embedding hardly reflects negations. */
function contradicts(said: string, examples: readonly string[]): boolean {
  const isSame = (example: string) => isNegated(example) === isNegated(said);
  const isAlike = (example: string) => sharesWords(said, example.toLowerCase());
  return (
    examples.some((example) => !isSame(example) && isAlike(example)) &&
    !examples.some((example) => isSame(example) && isAlike(example))
  );
}

function sharesWords(said: string, example: string): boolean {
  const [one, other] = [contentOf(said), contentOf(example)];
  const common = [...one].filter((word) => other.has(word)).length;
  return (2 * common) / Math.max(1, one.size + other.size) >= SAME_WORDS;
}

const AUXILIARY = /\b(not|no|never|cannot|do|does|did|don't|doesn't|didn't|won't|can't|isn't|aren't)\b/g;
const contentOf = (text: string): Set<string> =>
  new Set(
    text
      .replace(AUXILIARY, '')
      .split(/[^a-z']+/)
      .filter((word) => word !== ''),
  );
