import type { CallerMessage, ChatMessage, ToolCall, Transcript } from '../stages/index.js';

/** Messages that a model is given; older ones are left out, so that a long call stays affordable. */
const MAX_MESSAGES = 200;

export interface AssistantMessage {
  readonly role: 'assistant';
  content: string;
  calls?: readonly ToolCall[];
}

type Kept = Exclude<ChatMessage, { readonly role: 'assistant' }> | AssistantMessage;

/** What was said in a conversation, as a model is told of it: of the agent's words only those that the caller heard. */
export class ChatHistory {
  private kept: Kept[] = [];

  constructor(private readonly instructions: string) {}

  messages(): ChatMessage[] {
    const said = this.kept.filter(
      (message) => message.role !== 'assistant' || message.content || message.calls,
    );
    const recent = withoutOrphans(said.slice(-MAX_MESSAGES));
    return this.instructions === '' ? recent : [{ role: 'system', content: this.instructions }, ...recent];
  }

  addCaller({ text, ...rest }: Transcript): void {
    this.kept.push({ role: 'user', content: text, ...rest });
  }

  /** Begins a message of the agent, whose words come (and may go) later. */
  beginAgent(): AssistantMessage {
    const message: AssistantMessage = { role: 'assistant', content: '' };
    this.kept.push(message);
    return message;
  }

  addToolOutput(callId: string, content: string): void {
    this.kept.push({ role: 'tool', callId, content });
  }

  /** Takes back what the caller said last, unless something was made of it already. */
  takeBackCaller(): Transcript | undefined {
    const at = this.kept.findLastIndex((message) => message.role === 'user');
    const since = this.kept.slice(at + 1);
    if (at < 0 || since.some((message) => message.role !== 'assistant' || message.content || message.calls)) {
      return undefined;
    }
    const [{ content: text, ...rest }] = this.kept.splice(at) as [CallerMessage];
    return { text, ...rest };
  }
}

/** Outputs of tools whose calls were left out at the beginning would be refused by models. */
function withoutOrphans(messages: readonly ChatMessage[]): ChatMessage[] {
  const first = messages.findIndex((message) => message.role !== 'tool');
  return messages.slice(Math.max(first, 0));
}
