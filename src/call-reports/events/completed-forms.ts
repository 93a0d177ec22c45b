import type { Conversation, ConversationEvent } from '../../generated/prisma/client.js';
import { type StartedCall, startedCall } from './started-call.js';

/** The payload of `conversation.form_completed`. */
export interface CompletedForm extends StartedCall {
  readonly form: {
    readonly name: string;
    readonly completedAt: string;
    /** By field name; absent if no text is stored. */
    readonly values?: unknown;
  };
}

/** The completed forms of a conversation, each with the position of its event. */
export function completedForms(
  conversation: Conversation,
  events: readonly ConversationEvent[],
): { readonly position: number; readonly data: CompletedForm }[] {
  return events.flatMap(({ position, at, details }) => {
    const { name, outcome, values } = Object(details) as Readonly<Record<string, unknown>>;
    if (outcome !== 'completed') return [];
    const form = {
      name: String(name),
      completedAt: at.toISOString(),
      ...(values !== undefined && { values }),
    };
    return [{ position, data: { ...startedCall(conversation), form } }];
  });
}
