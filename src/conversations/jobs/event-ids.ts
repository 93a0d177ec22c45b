import { type JobKind } from './insert-jobs.js';

const EVENTS = ['started', 'ended', 'analyzed'] as const satisfies readonly JobKind[];

/** The id of the one webhook event of this kind that a conversation has. */
export const eventIdOf = (conversationId: string, kind: (typeof EVENTS)[number]): string =>
  `evt_${kind}${conversationId.replace('conv_', '')}`;

/** The ids of all webhook events that a conversation may have. */
export const eventIdsOf = (conversationId: string): string[] =>
  EVENTS.map((kind) => eventIdOf(conversationId, kind));
