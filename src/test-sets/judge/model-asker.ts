import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { type LanguageModelEntry, ProviderMessages } from '../../providers/index.js';
import { openAiClient, openAiFault } from '../../providers/openai-client.js';

/** A verdict, or a sentence of a caller, is a few words. */
const MAX_ANSWER_BYTES = 256 * 1_024;

export interface Question {
  readonly instructions: string;
  readonly question: string;
  /** 0: the same answer again, as far as the model can. */
  readonly temperature?: number;
  /** In place of the entry's own. */
  readonly modelId?: string | undefined;
}

export interface ModelAnswer {
  readonly text: string;
  /** As the server counts them; 0 where it does not. */
  readonly tokens: { readonly input: number; readonly output: number };
}

/** Asks language models for tests. */
@Injectable()
export class ModelAsker {
  constructor(
    private readonly config: AppConfig,
    private readonly messages: ProviderMessages,
  ) {}

  /** @throws AgentFault when the model can't be reached, refuses, takes too long or does not end. */
  async ask(entry: LanguageModelEntry, asked: Question, signal: AbortSignal): Promise<ModelAnswer> {
    const { url, apiKey, outbound } = entry;
    const model = asked.modelId ?? entry.model;
    const messages = this.messages.of('openai');
    const server = { url, apiKey, model, messages, outbound };
    const client = openAiClient(server, this.config.providers.replyTimeoutMs, MAX_ANSWER_BYTES);
    try {
      const completion = await client.chat.completions.create(
        {
          model,
          temperature: asked.temperature ?? 0,
          messages: [
            { role: 'system', content: asked.instructions },
            { role: 'user', content: asked.question },
          ],
        },
        // One more attempt than in a call: nobody is waiting on the line.
        { signal, maxRetries: 1 },
      );
      const { usage } = completion;
      const tokens = { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 };
      return { text: completion.choices[0]?.message.content ?? '', tokens };
    } catch (error) {
      throw openAiFault(error, messages);
    }
  }
}

/** The JSON object of an answer, which models tend to wrap in prose or a code fence; undefined where there is none. */
export function jsonIn(text: string): unknown {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    return undefined;
  }
}
