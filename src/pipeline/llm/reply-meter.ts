import type { UsageAmounts } from '../../voice/index.js';
import type { ChatRequest } from '../stages/index.js';

/** English has about four characters a token. */
const CHARACTERS_A_TOKEN = 4;

/** What one answer of a model came to. */
export class ReplyMeter {
  /** The server has taken the question. */
  begun = false;
  private reported = false;

  constructor(
    private readonly request: Pick<ChatRequest, 'messages' | 'tools' | 'signal' | 'onUsage'>,
    readonly model: string,
  ) {}

  /** As the server says at the end of an answer. */
  report(used: UsageAmounts): void {
    this.reported = true;
    this.request.onUsage?.({ ...used, model: this.model });
  }

  /**
   * Of an answer that nobody wanted any more: its end, where a server says what it came to, did not come, and is paid
   * for all the same.
   * @param characters That the model had written.
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
