import type { AgentEvent } from '../../../voice/agent-adapter.js';
import { type CallKnowledge, type KnowledgePassage, retrievedTopics } from '../../../voice/call-knowledge.js';
import type { Embed } from '../../starter/example-vectors.js';
import { dot, type SpokenPart } from './intent-ranking.js';
import { answersIn, comparedTexts } from './known-sentences.js';

/** What answers a question is as near to it as this; chosen by the development half of `npm run bench:keyless`. */
const LEAST_COSINE = 0.37;

export interface KnownAnswerOptions {
  readonly knowledge: CallKnowledge;
  readonly embed: Embed;
  readonly emit: (event: AgentEvent) => void;
}

/**
 * Looks among what an agent knows for the sentences that answer a question, and puts the topic on record.
 * @param least Cosine that something else has already, which it must exceed.
 * @returns In the words of their author; undefined where nothing answers it. Never rejects.
 */
export async function knownAnswer(
  said: string,
  parts: readonly SpokenPart[],
  least: number,
  { knowledge, embed, emit }: KnownAnswerOptions,
): Promise<string | undefined> {
  const startMs = performance.now();
  const tell = (outcome: 'found' | 'nothing' | 'failed', found: readonly KnowledgePassage[] = []) =>
    emit({
      kind: 'knowledge',
      outcome,
      topics: retrievedTopics(found),
      durationMs: Math.round(performance.now() - startMs),
    });
  try {
    const { passages } = await knowledge.search(said, (usage) => emit({ kind: 'usage', usage }));
    const answers = answersIn(passages);
    const compared = [...new Set(answers.flatMap(comparedTexts))];
    const vectors = compared.length > 0 ? await embed(compared) : [];
    const nearness = new Map(compared.map((text, at) => [text, nearest(parts, vectors[at])]));
    const scores = answers.map((answer) =>
      mean(comparedTexts(answer).map((text) => nearness.get(text) ?? -1)),
    );
    const best = scores.indexOf(Math.max(...scores));
    const answer = answers[best];
    if (!answer || (scores[best] ?? -1) < Math.max(LEAST_COSINE, least)) {
      tell('nothing');
      return undefined;
    }
    tell('found', [answer.passage]);
    return answer.text;
  } catch {
    tell('failed');
    return undefined;
  }
}

const nearest = (parts: readonly SpokenPart[], vector: Float32Array | undefined): number =>
  vector ? Math.max(...parts.map((part) => dot(part.vector, vector))) : -1;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
