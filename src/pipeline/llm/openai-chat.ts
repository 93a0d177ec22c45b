import { LRUCache } from 'lru-cache';
import type OpenAI from 'openai';

import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import { openAiUsage } from '../../providers/openai-usage.js';
import { openAiClient, openAiFault, type OpenAiServer } from '../../providers/openai-client.js';
import { ChatCalls, isChatChunk, readChatChunk } from './chat-chunks.js';
import { type ChatDialect, FULL_DIALECT, simplerDialect } from './chat-dialect.js';
import { chatMessages } from './chat-messages.js';
import { EmptyAnswer } from './empty-answer.js';
import { chunksOf } from './event-stream.js';
import { ReplyMeter } from './reply-meter.js';
import { ThoughtFilter } from './thought-filter.js';
import { openAiParameters } from '../../tools/index.js';
import type { ChatPiece, ChatRequest, LanguageModel } from '../stages/index.js';

/** Longest answer, in characters: some twenty minutes of speech. */
const MAX_ANSWER_CHARACTERS = 20_000;

/** Each token in an event stream has an overhead of a few hundred bytes. */
const MAX_ANSWER_BYTES = 400 * MAX_ANSWER_CHARACTERS;

/** Limits of the cache of model properties. */
const REMEMBERED = { max: 100, ttl: 3_600_000 };

export class OpenAiChat implements LanguageModel {
  private readonly client: OpenAI;
  /** Dialects of models that have rejected a request. */
  private readonly dialects = new LRUCache<string, ChatDialect>(REMEMBERED);
  /** Models whose answers start with reasoning. */
  private readonly thinking = new LRUCache<string, true>(REMEMBERED);

  constructor(
    private readonly server: OpenAiServer,
    timeoutMs: number,
  ) {
    this.client = openAiClient(server, timeoutMs, MAX_ANSWER_BYTES);
  }

  async *reply(request: ChatRequest): AsyncGenerator<ChatPiece> {
    const calls = new ChatCalls();
    const meter = new ReplyMeter(request, request.modelId ?? this.server.model);
    const thoughts = new ThoughtFilter(this.thinking.has(meter.model));
    const nothing = new EmptyAnswer();
    let characters = 0;
    let isEmpty = true;
    let hasThoughts = false;
    try {
      for await (const { text, calls: parts } of this.deltas(request, meter, nothing)) {
        characters += text.length;
        for (const part of parts) characters += calls.add(part);
        if (characters > MAX_ANSWER_CHARACTERS) throw tooLong();
        const said = thoughts.push(text);
        isEmpty &&= said.trim() === '';
        hasThoughts ||= text.trim() !== '';
        if (said !== '') yield { kind: 'text', delta: said };
      }
      const last = thoughts.end();
      isEmpty &&= last.trim() === '';
      if (last !== '') yield { kind: 'text', delta: last };
    } catch (error) {
      throw openAiFault(error, this.server);
    } finally {
      if (thoughts.beganThinking) this.thinking.set(meter.model, true);
      if (!this.dialects.get(meter.model)?.withoutUsage) meter.estimate(characters);
    }
    const called = calls.all(this.server.url);
    if (isEmpty && called.length === 0 && !request.signal.aborted)
      throw emptyAnswer(nothing.reason(hasThoughts));
    for (const call of called) yield { kind: 'call', call };
  }

  private async *deltas(request: ChatRequest, meter: ReplyMeter, nothing: EmptyAnswer) {
    const response = await this.ask(request, meter.model);
    meter.begun = true;
    let isOdd = false;
    for await (const chunk of chunksOf(response, this.server.apiKey, request.signal)) {
      const used = openAiUsage((chunk as { usage?: unknown } | null)?.usage);
      if (used) meter.report(used);
      nothing.note(chunk);
      const delta = readChatChunk(chunk);
      if (delta) yield delta;
      else if (!used) this.server.messages.ignored('chunk-without-a-choice');
      isOdd ||= !isChatChunk(chunk);
    }
    if (isOdd && !nothing.hasChoice) throw noAnswer();
  }

  private async ask(
    request: ChatRequest,
    model: string,
    dialect = this.dialects.get(model) ?? FULL_DIALECT,
  ): Promise<Response> {
    try {
      const answer = await this.send(request, model, dialect);
      if (dialect !== (this.dialects.peek(model) ?? FULL_DIALECT)) this.dialects.set(model, dialect);
      return answer;
    } catch (error) {
      const simpler = simplerDialect(dialect, error);
      if (!simpler) throw error;
      return await this.ask(request, model, simpler);
    }
  }

  /** Sends without the library's stream reader, which fails on incomplete chunks. */
  private send(request: ChatRequest, model: string, dialect: ChatDialect): Promise<Response> {
    return this.client.chat.completions
      .create(
        {
          ...request.options,
          model,
          messages: chatMessages(request.messages, this.server.url, dialect),
          stream: true,
          ...(!dialect.withoutUsage && { stream_options: { include_usage: true } }),
          ...(request.temperature !== undefined && { temperature: request.temperature }),
          ...(request.tools.length > 0 && { tools: request.tools.map(toTool) }),
        },
        { signal: request.signal },
      )
      .asResponse();
  }
}

function toTool(tool: ChatRequest['tools'][number]): OpenAI.ChatCompletionTool {
  const { name, description, parameters } = tool;
  return {
    type: 'function',
    function: { name, description, parameters: { ...openAiParameters(parameters) } },
  };
}

const tooLong = () => new AgentFault(providerFault.flood, 'The answer of the model does not end', false);
const noAnswer = () => new AgentFault(providerFault.protocol, 'The model sent what is no answer', true);
const emptyAnswer = (detail: string) =>
  new AgentFault(providerFault.empty, 'The model gave no answer', true, { detail });
