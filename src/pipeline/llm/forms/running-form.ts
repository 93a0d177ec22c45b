import type { AgentDocument, AgentForm } from '../../../agent-document/index.js';
import { type KeptForm, keptForm } from '../../../forms/index.js';
import type { ChatMessage } from '../../stages/index.js';

/** A form in progress, as stored with the agent's message. */
export interface RunningForm extends KeptForm<AgentForm> {
  /** The result of the form's tool call; absent before it. */
  readonly tool?: Extract<ChatMessage, { role: 'tool' }> | undefined;
}

/** The form of the agent's last message; undefined if none is in progress, or the document no longer has it. */
export function runningForm(
  { forms = [] }: AgentDocument,
  messages: readonly ChatMessage[],
): RunningForm | undefined {
  const at = messages.findLastIndex((message) => message.role === 'assistant' && message.form !== undefined);
  const message = messages[at];
  const kept = message?.role === 'assistant' ? keptForm(forms, message.form) : undefined;
  return kept && { ...kept, tool: messages.slice(at).find((one) => one.role === 'tool') };
}
