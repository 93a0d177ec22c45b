import type { UsageAmounts } from '../../voice/index.js';
import type { ChatRequest } from '../stages/index.js';

/** English averages about four characters per token. */
const CHARACTERS_A_TOKEN = 4;

/** Measures the usage of one model answer. */
export class ReplyMeter {
  /** The server has accepted the request. */
  begun = false;
  private reported = false;

  constructor(
    private readonly request: Pick<ChatRequest, 'messages' | 'tools' | 'signal' | 'onUsage'>,
    readonly model: string,
  ) {}

  /** Records the usage that the server reports at the end of an answer. */
  report(used: UsageAmounts): void {
    this.reported = true;
    this.request.onUsage?.({ ...used, model: this.model });
  }

  /**
   * Estimates the usage of a cancelled answer: the report at its end is missing, but the answer is billed.
   * @param characters Number of characters received.
   */
  estimate(characters: number): void {
    const { messages, tools, signal } = this.request;
    if (!this.begun || this.reported || !signal.aborted) return;
    const given = messages.reduce((sum, { content }) => sum + content.length, 0) + lengthOf(tools);
    this.report({ inputTokens: tokensOf(given), outputTokens: tokensOf(characters) });
  }
}

const lengthOf = (tools: readonly object[]): number => (tools.length > 0 ? JSON.stringify(tools).length : 0);
const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_A_TOKEN);
