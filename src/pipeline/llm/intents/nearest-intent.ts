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

/** Similarity to the caller's words, minus a share of their similarity to questions for any agent. */
export const nearnessOf = (parts: readonly SpokenPart[], vector: Float32Array): number =>
  Math.max(-1, ...parts.map((part) => dot(part.vector, vector) - ELSEWHERE_SHARE * part.elsewhere));

/** The nearest intent that is near enough. */
export function nearestIntent(parts: readonly SpokenPart[], intents: readonly IntentVector[]): Decision {
  const known = intents.map(({ intent, vector }) => {
    const told = parts.filter(({ text }) => !contradicts(text, intent.examples));
    return { intent, nearness: nearnessOf(told, vector) };
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
