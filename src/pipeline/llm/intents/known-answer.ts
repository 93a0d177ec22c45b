import type { AgentEvent } from '../../../voice/agent-adapter.js';
import { type CallKnowledge, retrievedTopics } from '../../../voice/call-knowledge.js';
import type { Embed } from '../../starter/example-vectors.js';
import { dot, type SpokenPart } from './intent-ranking.js';
import { answerFrom, inContext, sentencesIn } from './known-sentences.js';

/** A passage is as near as this to a question that it answers; most others are farther away. */
const LEAST_COSINE = 0.4;

export interface KnownAnswer {
  /** In the words of its author. */
  readonly text: string;
  /** Cosine of question and sentence. */
  readonly nearest: number;
}

export interface KnownAnswerOptions {
  readonly knowledge: CallKnowledge;
  readonly embed: Embed;
  readonly emit: (event: AgentEvent) => void;
}

/**
 * Looks for the sentences among what an agent knows that answer a question, and puts the topic on record.
 * @param least Cosine that something else has already, which it must exceed.
 * @returns Undefined where nothing answers it. Never rejects.
 */
export async function knownAnswer(
  said: string,
  parts: readonly SpokenPart[],
  least: number,
  { knowledge, embed, emit }: KnownAnswerOptions,
): Promise<KnownAnswer | undefined> {
  const startMs = performance.now();
  const tell = (outcome: 'found' | 'nothing' | 'failed', found: Parameters<typeof retrievedTopics>[0] = []) =>
    emit({
      kind: 'knowledge',
      outcome,
      topics: retrievedTopics(found),
      durationMs: Math.round(performance.now() - startMs),
    });
  try {
    const { passages } = await knowledge.search(said, (usage) => emit({ kind: 'usage', usage }));
    const sentences = sentencesIn(passages);
    const vectors = sentences.length > 0 ? await embed(sentences.map(inContext)) : [];
    const scores = vectors.map((vector) => Math.max(...parts.map((part) => dot(part.vector, vector))));
    const best = scores.indexOf(Math.max(...scores));
    const nearest = scores[best] ?? -1;
    const passage = sentences[best]?.passage;
    if (!passage || nearest < Math.max(LEAST_COSINE, least)) {
      tell('nothing');
      return undefined;
    }
    tell('found', [passage]);
    return { text: answerFrom(sentences, scores, best), nearest };
  } catch {
    tell('failed');
    return undefined;
  }
}
