import { LRUCache } from 'lru-cache';
import type OpenAI from 'openai';

import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import { openAiUsage } from '../../providers/openai-usage.js';
import { openAiClient, openAiFault, type OpenAiServer, refusesField } from '../../providers/openai-client.js';
import { ChatCalls, readChatChunk } from './chat-chunks.js';
import { chunksOf } from './event-stream.js';
import { ReplyMeter } from './reply-meter.js';
import { ThoughtFilter } from './thought-filter.js';
import { contextForModel, keysForModel } from '../../voice/keys/index.js';
import type { CallerMessage, ChatMessage, ChatPiece, ChatRequest, LanguageModel } from '../stages/index.js';

/** Longest answer, in characters: some twenty minutes of speech. */
const MAX_ANSWER_CHARACTERS = 20_000;

/** What surrounds each token in a stream of events is a few hundred bytes. */
const MAX_ANSWER_BYTES = 400 * MAX_ANSWER_CHARACTERS;

/** How many models something is remembered of, and for how long. */
const REMEMBERED = { max: 100, ttl: 3_600_000 };

/** A language model behind an OpenAI-compatible chat address. */
export class OpenAiChat implements LanguageModel {
  private readonly client: OpenAI;
  /** Models with which the server refused `stream_options`. */
  private readonly withoutUsage = new LRUCache<string, true>(REMEMBERED);
  /** Models whose answers begin within their thoughts. */
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
    let characters = 0;
    try {
      for await (const { text, calls: parts } of this.deltas(request, meter)) {
        characters += text.length;
        for (const part of parts) characters += calls.add(part);
        if (characters > MAX_ANSWER_CHARACTERS) throw tooLong();
        const said = thoughts.push(text);
        if (said !== '') yield { kind: 'text', delta: said };
      }
      const last = thoughts.end();
      if (last !== '') yield { kind: 'text', delta: last };
    } catch (error) {
      throw openAiFault(error, this.server.messages);
    } finally {
      if (thoughts.beganThinking) this.thinking.set(meter.model, true);
      if (!this.withoutUsage.has(meter.model)) meter.estimate(characters);
    }
    for (const call of calls.all(this.server.url)) yield { kind: 'call', call };
  }

  private async *deltas(request: ChatRequest, meter: ReplyMeter) {
    const response = await this.ask(request, meter.model);
    meter.begun = true;
    let isAnswer = false;
    for await (const chunk of chunksOf(response, this.server.messages, request.signal)) {
      const used = openAiUsage((chunk as { usage?: unknown } | null)?.usage);
      if (used) meter.report(used);
      const delta = readChatChunk(chunk);
      isAnswer ||= delta !== undefined;
      if (delta) yield delta;
      else if (!used) this.server.messages.ignored();
    }
    if (!isAnswer) throw noAnswer();
  }

  private async ask(
    request: ChatRequest,
    model: string,
    asksForUsage = !this.withoutUsage.has(model),
  ): Promise<Response> {
    try {
      // The library's own reader fails on chunks that lack what it expects.
      return await this.client.chat.completions
        .create(
          {
            ...request.options,
            model,
            messages: request.messages.map((message) => toParam(message, this.server.url)),
            stream: true,
            ...(asksForUsage && { stream_options: { include_usage: true } }),
            ...(request.temperature !== undefined && { temperature: request.temperature }),
            ...(request.tools.length > 0 && { tools: request.tools.map(toTool) }),
          },
          { signal: request.signal },
        )
        .asResponse();
    } catch (error) {
      if (!asksForUsage || !refusesField(error, 'stream_options')) throw error;
      const answer = await this.ask(request, model, false);
      this.withoutUsage.set(model, true);
      return answer;
    }
  }
}

/** @param url Of the server that it goes to: what another one attached is not for it. */
function toParam(message: ChatMessage, url: string): OpenAI.ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
      return { role: message.role, content: message.content };
    case 'user':
      return { role: message.role, content: wordsAndKeys(message) };
    case 'context':
      return { role: 'user', content: contextForModel(message.content) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant':
      if (!message.calls?.length) return { role: 'assistant', content: message.content };
      return {
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        tool_calls: message.calls.map(({ callId, name, argumentsText, attached }) => ({
          ...(attached?.by === url && attached.fields),
          id: callId,
          type: 'function',
          function: { name, arguments: argumentsText },
        })),
      };
  }
}

const wordsAndKeys = ({ content, keys }: CallerMessage): string =>
  keys === undefined ? content : `${content} ${keysForModel(keys)}`.trim();

function toTool(tool: ChatRequest['tools'][number]): OpenAI.ChatCompletionTool {
  const { name, description, parameters } = tool;
  return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}

const tooLong = () => new AgentFault(providerFault.flood, 'The answer of the model does not end', false);
const noAnswer = () => new AgentFault(providerFault.protocol, 'The model sent what is no answer', true);
