import { type JobKind } from './insert-jobs.js';

const EVENTS = ['started', 'ended', 'analyzed'] as const satisfies readonly JobKind[];

/** The id of the one webhook event of this kind that a conversation has. */
export const eventIdOf = (conversationId: string, kind: (typeof EVENTS)[number]): string =>
  `evt_${kind}${conversationId.replace('conv_', '')}`;

/** The ids of all webhook events that a conversation may have, but those of its forms. */
export const eventIdsOf = (conversationId: string): string[] =>
  EVENTS.map((kind) => eventIdOf(conversationId, kind));

/** The id of the webhook event of a form that was completed. @param position Of its event in the conversation. */
export const formEventIdOf = (conversationId: string, position: number): string =>
  `evt_form${conversationId.replace('conv_', '')}_${position}`;
