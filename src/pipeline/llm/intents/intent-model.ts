import type { AgentDocument, AgentIntent } from '../../../agent-document/index.js';
import type { ChatPiece, ChatRequest, Expectations, LanguageModel, Transcript } from '../../stages/index.js';
import { REPEAT_REQUESTS } from '../../starter/expected-sentences.js';
import { IntentMatcher } from './intent-matcher.js';

const DEFAULT_FALLBACK = 'Sorry, I did not understand that. Could you say it in other words?';

/** How far back an answer that the caller wants to hear again is looked for. */
const REMEMBERED_QUESTIONS = 20;

const REPEAT: AgentIntent = { name: 'repeat', examples: REPEAT_REQUESTS, reply: '' };

/**
 * Answers with the replies of the document's intents: a language model that needs no server, and can say nothing else.
 */
export class IntentModel implements LanguageModel {
  private readonly matchers = new WeakMap<AgentDocument, IntentMatcher>();

  expectations(agent: AgentDocument): Expectations {
    const matcher = this.matcherOf(agent);
    return {
      isUnfinished: (heard) => matcher.isUnfinished(heard),
      isUnclear: (heard) => matcher.isUnclear(heard),
      isComplete: (heard) => matcher.isComplete(heard),
      answerTo: (heard) => matcher.match(heard)?.intent.reply,
    };
  }

  async *reply({ agent, messages }: ChatRequest): AsyncGenerator<ChatPiece> {
    const { reply, endsCall } = this.answer(agent, questionsIn(messages));
    yield { kind: 'text', delta: reply };
    if (endsCall) yield { kind: 'end-call' };
  }

  /** @param questions What the caller said, the latest last. */
  private answer(
    agent: AgentDocument,
    questions: readonly Transcript[],
  ): Pick<AgentIntent, 'reply' | 'endsCall'> {
    const matcher = this.matcherOf(agent);
    const fallback = agent.fallbackReply ?? DEFAULT_FALLBACK;
    const intents = questions.slice(-REMEMBERED_QUESTIONS).map((question) => matcher.match(question)?.intent);
    const intent = intents.at(-1);
    if (!intent) return { reply: fallback };
    if (intent !== REPEAT) return intent;
    const last = intents.findLast((earlier) => earlier !== undefined && earlier !== REPEAT);
    return { reply: last?.reply ?? (agent.greeting || fallback) };
  }

  private matcherOf(agent: AgentDocument): IntentMatcher {
    const known = this.matchers.get(agent);
    if (known) return known;
    const matcher = new IntentMatcher([...(agent.intents ?? []), REPEAT]);
    this.matchers.set(agent, matcher);
    return matcher;
  }
}

function questionsIn(messages: ChatRequest['messages']): Transcript[] {
  return messages.flatMap((message) =>
    message.role === 'user'
      ? [{ text: message.content, unknownSpeechMs: message.unknownSpeechMs ?? 0, keys: message.keys }]
      : [],
  );
}
