import type { Conversation, ConversationEvent } from '../../generated/prisma/client.js';
import { type StartedCall, startedCall } from './started-call.js';

/** What `conversation.form_completed` tells. */
export interface CompletedForm extends StartedCall {
  readonly form: {
    readonly name: string;
    readonly completedAt: string;
    /** By the names of fields; absent where no text is stored. */
    readonly values?: unknown;
  };
}

/** The forms of a conversation that were completed, each with the place of its event. */
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
