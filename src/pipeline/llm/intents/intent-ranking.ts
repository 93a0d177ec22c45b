import type { AgentIntent } from '../../../agent-document/index.js';
import type { AgentVectors, ExampleVector, IntentVectors } from '../../starter/example-vectors.js';
import { asksFor, sharedWishes } from './asks-for.js';
import { isNegated } from './spoken-parts.js';

/** What a caller said, or a sentence of it. */
export interface SpokenPart {
  /** In small letters. */
  readonly text: string;
  readonly vector: Float32Array;
}

export interface RankedIntent {
  readonly intent: AgentIntent;
  /** Natural logarithm of how likely it is meant, but for a sum that is the same for all intents. */
  readonly score: number;
  /** Cosine of the nearest example. */
  readonly nearest: number;
}

/**
 * What a score is made of. The weights are those of a logistic regression over the development half of
 * `npm run bench:keyless`, which chose them by the same accuracy where each of its agents was left out.
 */
const WEIGHTS = { examples: 4.6, centred: 5.5, name: 2.3, reply: 2.6, shared: 1.8, foreign: -0.8 };
/** How much the nearest of an intent's examples count more than the others. */
const SHARPNESS = 8;
/** Share of words with which two sentences are the same but for a negation. */
const SAME_WORDS = 0.7;

/** The intents that may be meant, the likeliest first. */
export function rankIntents(parts: readonly SpokenPart[], { intents, mean }: AgentVectors): RankedIntent[] {
  const square = dot(mean, mean);
  const ranked = intents.map((vectors) => {
    const wishes = vectors.examples.map(({ text }) => asksFor(text));
    const scores = parts.map((part) => scoreOf(part, vectors, wishes, { mean, square }));
    const best = scores.reduce((most, one) => (one.score > most.score ? one : most), EXCLUDED);
    return { intent: vectors.intent, ...best };
  });
  return ranked.sort((one, other) => other.score - one.score);
}

/** The cosine of the nearest of some examples. */
export const nearestOf = (parts: readonly SpokenPart[], examples: readonly ExampleVector[]): number =>
  Math.max(-1, ...parts.flatMap((part) => examples.map(({ vector }) => dot(part.vector, vector))));

const EXCLUDED = { score: -Infinity, nearest: -1 };

interface Centre {
  readonly mean: Float32Array;
  readonly square: number;
}

function scoreOf(
  part: SpokenPart,
  { examples, name, reply }: IntentVectors,
  wishes: readonly (readonly number[])[],
  centre: Centre,
): { readonly score: number; readonly nearest: number } {
  const near = nearness(part, examples, centre);
  if (!near) return EXCLUDED;
  const { shared, foreign } = sharedWishes(asksFor(part.text), wishes);
  const score =
    WEIGHTS.examples * near.smooth +
    WEIGHTS.centred * near.centred +
    WEIGHTS.name * dot(part.vector, name) +
    WEIGHTS.reply * (reply ? dot(part.vector, reply) : 0) +
    WEIGHTS.shared * shared +
    WEIGHTS.foreign * foreign;
  return { score, nearest: near.nearest };
}

/** How near a part is to examples; undefined where the nearest says the same with a negation more or less. */
function nearness(part: SpokenPart, examples: readonly ExampleVector[], { mean, square }: Centre) {
  const toMean = dot(part.vector, mean);
  const fromCentre = Math.sqrt(Math.max(1 - 2 * toMean + square, 1e-6));
  const isPartNegated = isNegated(part.text);
  let [nearest, centred, contradicted, sum] = [-1, -1, -1, 0];
  for (const example of examples) {
    const cosine = dot(part.vector, example.vector);
    sum += Math.exp(SHARPNESS * cosine);
    if (isNegated(example.text) !== isPartNegated && sharesWords(part.text, example.text)) {
      contradicted = Math.max(contradicted, cosine);
      continue;
    }
    nearest = Math.max(nearest, cosine);
    const own = dot(example.vector, mean);
    const length = Math.sqrt(Math.max(1 - 2 * own + square, 1e-6));
    centred = Math.max(centred, (cosine - toMean - own + square) / (fromCentre * length));
  }
  if (contradicted > nearest) return undefined;
  return { nearest, centred, smooth: Math.log(sum / examples.length) / SHARPNESS };
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

/** Cosine, of vectors of length 1. */
export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
