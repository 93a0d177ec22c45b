import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { LRUCache } from 'lru-cache';
import type OpenAI from 'openai';

import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import { openAiUsage } from '../../providers/openai-usage.js';
import {
  isRefusedRequest,
  openAiClient,
  openAiFault,
  type OpenAiServer,
} from '../../providers/openai-client.js';
import { ReplyMeter } from './reply-meter.js';
import { contextForModel, keysForModel } from '../../voice/keys/index.js';
import type { CallerMessage, ChatMessage, ChatPiece, ChatRequest, LanguageModel } from '../stages/index.js';

/** Longest answer, in characters: some twenty minutes of speech. */
const MAX_ANSWER_CHARACTERS = 20_000;

/** What surrounds each token in a stream of events is a few hundred bytes. */
const MAX_ANSWER_BYTES = 400 * MAX_ANSWER_CHARACTERS;

/** Models that do not report usage: how many are remembered, and for how long. */
const WITHOUT_USAGE = { max: 100, ttl: 3_600_000 };

/** Tools that one answer may call. */
const MAX_CALLS = 20;

const nullable = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const Chunk = TypeCompiler.Compile(
  Type.Object({
    usage: Type.Optional(Type.Unknown()),
    choices: Type.Array(
      Type.Object({
        delta: Type.Object({
          content: nullable(Type.String()),
          tool_calls: nullable(
            Type.Array(
              Type.Object({
                index: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CALLS })),
                id: nullable(Type.String()),
                function: Type.Optional(
                  Type.Object({ name: nullable(Type.String()), arguments: nullable(Type.String()) }),
                ),
              }),
            ),
          ),
        }),
      }),
    ),
  }),
);

interface GrowingCall {
  callId: string;
  name: string;
  argumentsText: string;
}

/** A language model behind an OpenAI-compatible chat address. */
export class OpenAiChat implements LanguageModel {
  private readonly client: OpenAI;
  /** Models with which the server refused `stream_options`. */
  private readonly withoutUsage = new LRUCache<string, true>(WITHOUT_USAGE);

  constructor(
    private readonly server: OpenAiServer,
    timeoutMs: number,
  ) {
    this.client = openAiClient(server, timeoutMs, MAX_ANSWER_BYTES);
  }

  async *reply(request: ChatRequest): AsyncGenerator<ChatPiece> {
    const calls = new Map<number, GrowingCall>();
    const meter = new ReplyMeter(request, request.modelId ?? this.server.model);
    let characters = 0;
    try {
      for await (const delta of this.deltas(request, meter)) {
        if (delta.content) {
          characters += delta.content.length;
          if (characters > MAX_ANSWER_CHARACTERS) throw tooLong();
          yield { kind: 'text', delta: delta.content };
        }
        for (const part of delta.tool_calls ?? []) {
          characters += part.function?.arguments?.length ?? 0;
          if (characters > MAX_ANSWER_CHARACTERS) throw tooLong();
          grow(calls, part.index ?? calls.size, part.id, part.function);
        }
      }
    } catch (error) {
      throw openAiFault(error, this.server.messages);
    } finally {
      if (!this.withoutUsage.has(meter.model)) meter.estimate(characters);
    }
    for (const call of calls.values()) yield { kind: 'call', call };
  }

  private async *deltas(request: ChatRequest, meter: ReplyMeter) {
    const chunks = await this.ask(request, meter.model);
    meter.begun = true;
    for await (const chunk of chunks) {
      if (!Chunk.Check(chunk)) throw noChunk();
      const used = openAiUsage(chunk.usage);
      if (used) meter.report(used);
      const delta = chunk.choices[0]?.delta;
      if (delta) yield delta;
      else if (!used) this.server.messages.ignored();
    }
  }

  private async ask(
    request: ChatRequest,
    model: string,
    asksForUsage = !this.withoutUsage.has(model),
  ): Promise<AsyncIterable<unknown>> {
    try {
      return await this.client.chat.completions.create(
        {
          ...request.options,
          model,
          messages: request.messages.map(toParam),
          stream: true,
          ...(asksForUsage && { stream_options: { include_usage: true } }),
          ...(request.temperature !== undefined && { temperature: request.temperature }),
          ...(request.tools.length > 0 && { tools: request.tools.map(toTool) }),
        },
        { signal: request.signal },
      );
    } catch (error) {
      if (!asksForUsage || !isRefusedRequest(error)) throw error;
      const answer = await this.ask(request, model, false);
      // The rest of the request was fine: a document with other faults is refused again.
      this.withoutUsage.set(model, true);
      return answer;
    }
  }
}

function grow(
  calls: Map<number, GrowingCall>,
  index: number,
  callId: string | null | undefined,
  part: { name?: string | null; arguments?: string | null } | undefined,
): void {
  const call = calls.get(index) ?? { callId: callId ?? `call_${index}`, name: '', argumentsText: '' };
  call.name += part?.name ?? '';
  call.argumentsText += part?.arguments ?? '';
  calls.set(index, call);
}

function toParam(message: ChatMessage): OpenAI.ChatCompletionMessageParam {
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
        tool_calls: message.calls.map(({ callId, name, argumentsText }) => ({
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
const noChunk = () =>
  new AgentFault(providerFault.protocol, 'The model sent what is no part of an answer', true);
