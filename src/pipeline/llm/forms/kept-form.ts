import type { AgentDocument, AgentForm } from '../../../agent-document/index.js';
import { type KeptForm, keptForm } from '../../../forms/index.js';
import type { ChatMessage } from '../../stages/index.js';

/** A form under way, as it stands with the agent's words. */
export interface RunningForm extends KeptForm<AgentForm> {
  /** How the tool ended that the form called; absent before that. */
  readonly tool?: Extract<ChatMessage, { role: 'tool' }> | undefined;
}

/** The form that the agent's last words belong to; undefined where none runs, or the document has it no more. */
export function runningForm(
  { forms = [] }: AgentDocument,
  messages: readonly ChatMessage[],
): RunningForm | undefined {
  const at = messages.findLastIndex((message) => message.role === 'assistant' && message.form !== undefined);
  const message = messages[at];
  const kept = message?.role === 'assistant' ? keptForm(forms, message.form) : undefined;
  return kept && { ...kept, tool: messages.slice(at).find((one) => one.role === 'tool') };
}
