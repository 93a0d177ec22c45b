import { type JobKind } from './insert-jobs.js';

const EVENTS = ['started', 'ended', 'analyzed'] as const satisfies readonly JobKind[];

/** The id of a conversation's single webhook event of this kind. */
export const eventIdOf = (conversationId: string, kind: (typeof EVENTS)[number]): string =>
  `evt_${kind}${conversationId.replace('conv_', '')}`;

/** The ids of all possible webhook events of a conversation, except those of its forms. */
export const eventIdsOf = (conversationId: string): string[] =>
  EVENTS.map((kind) => eventIdOf(conversationId, kind));

/** The id of the webhook event of a completed form. @param position Of its event in the conversation. */
export const formEventIdOf = (conversationId: string, position: number): string =>
  `evt_form${conversationId.replace('conv_', '')}_${position}`;
