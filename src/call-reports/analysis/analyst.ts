import { Inject, Injectable } from '@nestjs/common';
import { AccountAnswerers } from '../../answering/index.js';
import { ProviderMessages } from '../../providers/index.js';
import { askOnce } from '../../providers/ask-once.js';
import { AgentFault } from '../../voice/index.js';
import type { ConversationDetailView } from '../../conversations/index.js';
import { type Findings, readAnswer } from './analysis-answer.js';
import { questionOf } from './analysis-question.js';
import type { AnalysisRequest } from './analysis-request.js';

/** An analysis is a page at most. */
const MAX_ANSWER_BYTES = 256 * 1_024;
/** The model refuses more than its context can hold. The middle of a longer conversation is left out. */
const MAX_CONVERSATION_BYTES = 131_072;
/** How long a language model may take. */
export const ANALYSIS_TIMEOUT_MS = 60_000;

export type CallAnalysis =
  | { readonly kind: 'done'; readonly findings: Findings; readonly provider: string; readonly model: string }
  | { readonly kind: 'no-model' }
  | { readonly kind: 'failed'; readonly code: string; readonly retryable: boolean };

/** Asks the document's language model, or by default the first one of the account or instance. */
@Injectable()
export class Analyst {
  constructor(
    private readonly messages: ProviderMessages,
    @Inject(AccountAnswerers) private readonly models: Pick<AccountAnswerers, 'namedLanguageModel'>,
  ) {}

  /**
   * One request.
   * @throws when the database is unreachable
   */
  async analyse(
    request: AnalysisRequest,
    conversation: ConversationDetailView,
    signal: AbortSignal,
  ): Promise<CallAnalysis> {
    const named = await this.models.namedLanguageModel(conversation.accountId, request.provider);
    if (!named) return { kind: 'no-model' };
    const { name: provider, entry } = named;
    const { instructions, material, turnIds } = questionOf(request, conversation, MAX_CONVERSATION_BYTES);
    const { modelId } = request;
    const limits = { timeoutMs: ANALYSIS_TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES };
    const question = { instructions, material, modelId, ...limits, signal };
    try {
      const { text, model } = await askOnce(entry, this.messages.of('openai'), question);
      const read = readAnswer(request, text, turnIds);
      if (read.kind === 'findings') return { kind: 'done', findings: read.findings, provider, model };
      return { kind: 'failed', code: read.code, retryable: true };
    } catch (error) {
      if (!(error instanceof AgentFault)) throw error;
      return { kind: 'failed', code: error.code, retryable: error.retryable };
    }
  }
}
