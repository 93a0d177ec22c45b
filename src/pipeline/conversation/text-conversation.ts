import type {
  TextContext,
  TextConversation,
  TextReply,
  TextToolCall,
} from '../../voice/text-conversation.js';
import type { LanguageModel, StageChain } from '../stages/index.js';
import { type AssistantMessage, ChatHistory } from './chat-history.js';
import { ReplyWriter, type AgentTools } from './reply-writer.js';

export interface PipelineTextOptions {
  readonly context: TextContext;
  readonly llm: StageChain<LanguageModel>;
  /** Makes the agent's tools, which are to report their calls. */
  readonly tools: (called: (call: TextToolCall) => void) => AgentTools;
  readonly replyTimeoutMs: number;
}

/** An agent given words instead of sound: its language model and tools, without hearing and speaking. */
export class PipelineTextConversation implements TextConversation {
  readonly opening: TextReply;
  private readonly history: ChatHistory;
  private readonly writer: ReplyWriter;
  private readonly ended = new AbortController();
  private readonly signal: AbortSignal;
  private toolCalls: TextToolCall[] = [];

  constructor({ context, llm, tools, replyTimeoutMs }: PipelineTextOptions) {
    const { agent, signal } = context;
    this.history = new ChatHistory(agent.prompt ?? '');
    this.signal = AbortSignal.any([signal, this.ended.signal]);
    this.writer = new ReplyWriter({
      chain: llm,
      tools: tools((call) => this.toolCalls.push(call)),
      history: this.history,
      agent,
      budgetMs: replyTimeoutMs,
    });
    const greeting = agent.greeting ?? '';
    if (greeting !== '') this.history.beginAgent().content = greeting;
    this.opening = { replies: greeting === '' ? [] : [greeting], toolCalls: [], ended: false };
  }

  async say(text: string): Promise<TextReply> {
    this.history.addCaller({ text });
    this.toolCalls = [];
    const messages = new Set<AssistantMessage>();
    const { hangUp } = await this.writer.write({
      signal: this.signal,
      firstToken: () => undefined,
      sentence: (sentence, message) => {
        message.content = message.content === '' ? sentence : `${message.content} ${sentence}`;
        messages.add(message);
      },
      restart: (message) => {
        message.content = '';
        return [];
      },
    });
    return {
      replies: [...messages].map(({ content }) => content),
      toolCalls: this.toolCalls,
      ended: hangUp !== undefined,
    };
  }

  close(): Promise<void> {
    this.ended.abort();
    return Promise.resolve();
  }
}
