import type { AgentEvent } from '../../../voice/agent-adapter.js';
import { type CallKnowledge, type KnowledgePassage, retrievedTopics } from '../../../voice/call-knowledge.js';
import type { Embed } from '../../starter/example-vectors.js';
import { together } from '../../starter/vectors.js';
import { answersIn, comparedTexts } from './known-sentences.js';
import { nearnessOf } from './nearest-intent.js';
import type { Understood } from './understanding.js';

export interface KnownAnswerOptions {
  readonly knowledge: CallKnowledge;
  readonly embed: Embed;
  readonly emit: (event: AgentEvent) => void;
}

/**
 * Searches the agent's knowledge for sentences that answer a question, and records the topic.
 * @param understood The best intent so far; the answer must be nearer than it.
 * @returns Sentences in their author's words; undefined if none answers the question. Never rejects.
 */
export async function knownAnswer(
  said: string,
  { parts = [], nearness: least }: Understood,
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
    const known = new Map(compared.map((text, at) => [text, vectors[at]]));
    const scores = answers.map((answer) =>
      nearnessOf(parts, {
        vector: together(comparedTexts(answer).flatMap((text) => known.get(text) ?? [])),
        examples: [],
      }),
    );
    const nearest = Math.max(...scores);
    const answer = answers[scores.indexOf(nearest)];
    if (!answer || nearest < least) {
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
