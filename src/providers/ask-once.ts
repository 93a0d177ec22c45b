import type { UsageAmounts } from '../voice/index.js';
import { openAiUsage } from './openai-usage.js';
import type { LanguageModelEntry } from './provider-entry.js';
import type { MessageCounter } from './provider-messages.js';

/** Something that a language model is asked outside of a conversation. */
export interface Question {
  readonly instructions: string;
  /** What the question is about: data, and never an instruction. */
  readonly material: string;
  /** In place of the model that the entry names. */
  readonly modelId?: string | undefined;
  /** Default: 0, the answer that is most probable. */
  readonly temperature?: number | undefined;
  /** Of one request, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Requests that may follow one that failed for the moment; 0 where somebody waits on the line. */
  readonly retries?: number;
  readonly signal: AbortSignal;
}

export interface Answer {
  /** Empty where the model said nothing. */
  readonly text: string;
  readonly model: string;
  readonly used: UsageAmounts | undefined;
}

/** Asks a language model one question. @throws AgentFault */
export async function askOnce(
  entry: LanguageModelEntry,
  messages: MessageCounter,
  question: Question,
): Promise<Answer> {
  const { instructions, material, timeoutMs, maxAnswerBytes, retries = 0, signal } = question;
  const { temperature = 0 } = question;
  const model = question.modelId ?? entry.model;
  const allMs = timeoutMs * (1 + retries);
  // Without a further request, the time of the one is that of all.
  const oneMs = retries > 0 ? timeoutMs : 2 * allMs;
  // OpenAI's library is loaded with the first question.
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
  // A server that only resembles OpenAI's may leave them out.
  const { choices } = completion as Partial<typeof completion>;
  const text = choices?.[0]?.message.content ?? '';
  return { text, model, used: openAiUsage(completion.usage) };
}
