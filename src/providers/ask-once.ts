import type { UsageAmounts } from '../voice/index.js';
import { openAiUsage } from './openai-usage.js';
import type { LanguageModelEntry } from './provider-entry.js';
import type { MessageCounter } from './provider-messages.js';

/** A question to a language model outside of a conversation. */
export interface SingleQuestion {
  readonly instructions: string;
  /** What the question is about: treated as data, never as instructions. */
  readonly material: string;
  /** Overrides the entry's model. */
  readonly modelId?: string | undefined;
  /** Default: 0, the most probable answer. */
  readonly temperature?: number | undefined;
  /** Timeout of one request, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Retries after transient failures; 0 while a caller waits. */
  readonly retries?: number;
  readonly signal: AbortSignal;
}

export interface SingleAnswer {
  /** Empty if the model returned no text. */
  readonly text: string;
  readonly model: string;
  readonly used: UsageAmounts | undefined;
}

/** Asks a language model one question. @throws AgentFault */
export async function askOnce(
  entry: LanguageModelEntry,
  messages: MessageCounter,
  question: SingleQuestion,
): Promise<SingleAnswer> {
  const { instructions, material, timeoutMs, maxAnswerBytes, retries = 0, signal } = question;
  const { temperature = 0 } = question;
  const model = question.modelId ?? entry.model;
  const allMs = timeoutMs * (1 + retries);
  // Without retries, the one request may take the whole time.
  const oneMs = retries > 0 ? timeoutMs : 2 * allMs;
  // OpenAI's library is loaded on first use.
  const { askWithin, openAiClient } = await import('./openai-client.js');
  const server = { ...entry, apiKey: entry.apiKey, messages };
  const client = openAiClient(server, oneMs, maxAnswerBytes);
  const completion = await askWithin(allMs, server, signal, (bounded) =>
    client.chat.completions.create(
      {
        model,
        temperature,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: material },
        ],
      },
      { signal: bounded, maxRetries: retries },
    ),
  );
  // OpenAI-compatible servers may omit them.
  const { choices } = completion as Partial<typeof completion>;
  const text = choices?.[0]?.message.content ?? '';
  return { text, model, used: openAiUsage(completion.usage) };
}
