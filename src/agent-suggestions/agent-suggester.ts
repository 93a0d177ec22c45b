import { Inject, Injectable } from '@nestjs/common';
import { AccountAnswerers } from '../answering/index.js';
import { AccountRates } from '../cluster/index.js';
import { ApiError, conflict } from '../common/errors/index.js';
import { ProviderMessages } from '../providers/index.js';
import { askOnce } from '../providers/ask-once.js';
import { AgentFault, FAULTS } from '../voice/index.js';
import { type AgentSuggestion, readSuggestion } from './suggestion-answer.js';
import { suggestionQuestion } from './suggestion-question.js';
import type { WebsitePage } from './website-reader.js';

/** A draft has some 2,000 tokens, for which a model on a small machine may take a minute. */
const TIMEOUT_MS = 90_000;
const MAX_ANSWER_BYTES = 512 * 1_024;

interface Wanted {
  readonly description: string;
  readonly pages: readonly WebsitePage[];
}

/** Has the account's language model write drafts of agents. */
@Injectable()
export class AgentSuggester {
  constructor(
    private readonly messages: ProviderMessages,
    private readonly rates: AccountRates,
    @Inject(AccountAnswerers) private readonly models: Pick<AccountAnswerers, 'namedLanguageModel'>,
  ) {}

  /** @throws ApiError 409 `MODEL_NOT_CONFIGURED`, 429, 502 `AGENT_FAILURE`. */
  async suggest(
    accountId: string,
    { description, pages }: Wanted,
    signal: AbortSignal,
  ): Promise<AgentSuggestion & { provider: string; model: string }> {
    const named = await this.models.namedLanguageModel(accountId, undefined);
    if (!named) throw conflict('MODEL_NOT_CONFIGURED', NO_MODEL);
    this.rates.count(accountId, 'providerTestsPerMinute');
    const question = suggestionQuestion(description, pages);
    const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES, signal };
    try {
      const answer = await askOnce(named.entry, this.messages.of('openai'), { ...question, ...limits });
      const suggestion = readSuggestion(answer.text);
      if (!suggestion) throw failed('its answer was not a draft. Try again, or begin with a template');
      return { ...suggestion, provider: named.name, model: answer.model };
    } catch (error) {
      if (!(error instanceof AgentFault)) throw error;
      throw failed(`${FAULTS[error.code]} (${error.code})`);
    }
  }
}

export const NO_MODEL = 'There is no language model to write a draft. Set up a provider that has one.';

const failed = (why: string) =>
  new ApiError(502, 'AGENT_FAILURE', `The language model could not write a draft: ${why}`);
