import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { type LanguageModelEntry, ProviderMessages } from '../../providers/index.js';
import { askOnce } from '../../providers/ask-once.js';

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
    const { text, used } = await askOnce(entry, this.messages.of('openai'), {
      instructions: asked.instructions,
      material: asked.question,
      modelId: asked.modelId,
      temperature: asked.temperature,
      timeoutMs: this.config.providers.replyTimeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      // One more attempt than in a call: nobody is waiting on the line.
      retries: 1,
      signal,
    });
    return { text, tokens: { input: used?.inputTokens ?? 0, output: used?.outputTokens ?? 0 } };
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
