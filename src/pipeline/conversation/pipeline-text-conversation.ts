import type { TextContext } from '../../voice/agent-adapter.js';
import type {
  TextConversation,
  TextHistory,
  TextReply,
  TextToolCall,
} from '../../voice/text-conversation.js';
import type { LanguageModel, StageChain } from '../stages/index.js';
import { ConversationClaims } from './answer-claims.js';
import { type AssistantMessage, ChatHistory } from './chat-history.js';
import { emitterOf, turnKnowledge } from './turn-knowledge.js';
import { ReplyWriter, type AgentTools } from './reply-writer.js';

export interface PipelineTextOptions {
  readonly context: TextContext;
  readonly llm: StageChain<LanguageModel>;
  /** Creates the agent's tools, which report their calls. */
  readonly tools: (called: (call: TextToolCall) => void) => AgentTools;
  readonly replyTimeoutMs: number;
  /** Its sentences are written by a model and not by the document. */
  readonly checksClaims: boolean;
}

/** The agent in a text conversation: its language model and tools, without speech. */
export class PipelineTextConversation implements TextConversation {
  readonly opening: TextReply;
  private readonly messages: ChatHistory;
  private readonly writer: ReplyWriter;
  private readonly ended = new AbortController();
  private readonly signal: AbortSignal;
  private toolCalls: TextToolCall[] = [];

  constructor({ context, llm, tools, replyTimeoutMs, checksClaims }: PipelineTextOptions) {
    const { agent, signal, history: earlier } = context;
    this.messages = new ChatHistory(agent.prompt ?? '', earlier);
    this.signal = AbortSignal.any([signal, this.ended.signal]);
    const emit = emitterOf(context);
    this.writer = new ReplyWriter({
      chain: llm,
      tools: tools((call) => this.toolCalls.push(call)),
      history: this.messages,
      agent,
      budgetMs: replyTimeoutMs,
      callSignal: this.signal,
      knowledge: turnKnowledge(context),
      claims: ConversationClaims.of({ agent, history: this.messages, emit }, checksClaims),
      used: (usage) => emit({ kind: 'usage', usage }),
    });
    const greeting = (earlier ? undefined : agent.greeting) ?? '';
    if (greeting !== '') this.messages.beginAgent().content = greeting;
    this.opening = { replies: greeting === '' ? [] : [greeting], toolCalls: [], ended: false };
  }

  async say(text: string, tell: (sentence: string) => void = () => undefined): Promise<TextReply> {
    this.messages.addCaller({ text });
    this.toolCalls = [];
    const written = new Set<AssistantMessage>();
    const { hangUp } = await this.writer.write({
      signal: this.signal,
      firstToken: () => undefined,
      isSpoken: false,
      sentence: (sentence, message) => {
        message.content = (message.content + sentence).trimStart();
        written.add(message);
        tell(sentence.replace(/^[ \t]+|[ \t]+$/g, ''));
      },
      restart: (message) => {
        message.content = '';
        return [];
      },
    });
    return {
      replies: [...written].map(({ content }) => content.trim()).filter((content) => content !== ''),
      toolCalls: this.toolCalls,
      ended: hangUp !== undefined,
    };
  }

  history(): TextHistory {
    return this.messages.snapshot();
  }

  close(): Promise<void> {
    this.ended.abort();
    return Promise.resolve();
  }
}
