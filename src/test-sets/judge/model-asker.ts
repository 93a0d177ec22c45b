import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { type LanguageModelEntry, ProviderMessages } from '../../providers/index.js';
import { askOnce } from '../../providers/ask-once.js';

/** A verdict, or a caller's sentence, is a few words. */
const MAX_ANSWER_BYTES = 256 * 1_024;

export interface Question {
  readonly instructions: string;
  readonly question: string;
  /** 0: as reproducible as the model allows. */
  readonly temperature?: number;
  /** Overrides the entry's model. */
  readonly modelId?: string | undefined;
}

export interface ModelAnswer {
  readonly text: string;
  /** As counted by the server; 0 if it does not count. */
  readonly tokens: { readonly input: number; readonly output: number };
}

/** Asks language models for tests. */
@Injectable()
export class ModelAsker {
  constructor(
    private readonly config: AppConfig,
    private readonly messages: ProviderMessages,
  ) {}

  /** @throws AgentFault when the model can't be reached, refuses, times out or does not stop. */
  async ask(entry: LanguageModelEntry, asked: Question, signal: AbortSignal): Promise<ModelAnswer> {
    const { text, used } = await askOnce(entry, this.messages.of('openai'), {
      instructions: asked.instructions,
      material: asked.question,
      modelId: asked.modelId,
      temperature: asked.temperature,
      timeoutMs: this.config.providers.replyTimeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      // One more attempt than in a call: no caller waits.
      retries: 1,
      signal,
    });
    return { text, tokens: { input: used?.inputTokens ?? 0, output: used?.outputTokens ?? 0 } };
  }
}
