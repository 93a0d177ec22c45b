import type { AgentIntent } from '../../../agent-document/index.js';
import type { RankedIntent } from './intent-ranking.js';

export interface Decision {
  readonly intent: AgentIntent | undefined;
  /** Cosine of its nearest example. */
  readonly nearest: number;
  /** Nothing else can be meant. */
  readonly isSure: boolean;
}

/** Below it nothing is meant that an intent is about; chosen by the development half of `npm run bench:keyless`. */
const LEAST_SCORE = 3.5;
/** What it takes from a score that something off topic is nearer than an example, for a cosine of 1. */
const OFF_TOPIC_WEIGHT = 8;
const OFF_TOPIC_SLACK = 0.02;
/** From here on, with so much between it and the next one, knowledge is not asked. */
const SURE_SCORE = 7;
const SURE_MARGIN = 2;

/**
 * Which of the ranked intents is meant, if one is.
 * @param offTopic Cosine of the nearest of what no intent is about.
 * @param byWords The one whose example has most of the same words, if one has enough of them.
 */
export function decide(
  ranked: readonly RankedIntent[],
  offTopic: number,
  byWords: AgentIntent | undefined,
): Decision {
  const [first, second] = ranked;
  if (!first) return { intent: byWords, nearest: 0, isSure: false };
  const { intent, nearest } = first;
  const score = first.score - OFF_TOPIC_WEIGHT * Math.max(0, offTopic - nearest + OFF_TOPIC_SLACK);
  const margin = first.score - (second?.score ?? -Infinity);
  if (score >= LEAST_SCORE) return { intent, nearest, isSure: score >= SURE_SCORE && margin >= SURE_MARGIN };
  return { intent: byWords, nearest, isSure: false };
}
