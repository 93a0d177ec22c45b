import { Prisma } from '../../common/prisma/index.js';
import { isSubscribed } from '../../webhooks/index.js';

/** Kinds of jobs about a conversation. */
export type JobKind = 'started' | 'ended' | 'form_completed' | 'analysis' | 'analyzed';

/** Jobs after the beginning and the end of a call; a conversation may be written when both are known. */
export const AFTER_BEGINNING = ['started', 'ended', 'analysis'] as const satisfies readonly JobKind[];
export const AFTER_END = ['ended', 'analysis'] as const satisfies readonly JobKind[];

/**
 * Final CTE of a statement that has written conversations: inserts their jobs atomically with the rows. No job is
 * inserted for an event without a subscribed endpoint in the account.
 * @param rows Has `id`, `account_id`, `ended_at`, `analysis_request` and `analysis` of the conversations.
 * @param kinds Possible jobs for the written rows.
 */
export function insertJobs(rows: Prisma.Sql, kinds: readonly JobKind[]): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO conversation_jobs (conversation_id, account_id, kind)
    SELECT ${rows}.id, ${rows}.account_id, kind FROM ${rows}
    CROSS JOIN unnest(ARRAY[${Prisma.join([...kinds])}]::text[]) AS kind
    WHERE (kind = 'started' OR ${rows}.ended_at IS NOT NULL)
      AND CASE kind
        WHEN 'analysis' THEN ${rows}.analysis_request IS NOT NULL AND ${rows}.analysis IS NULL
        ELSE ${isAwaited(rows)}
        END
    ON CONFLICT DO NOTHING`;
}

/**
 * The same for completed forms. If another one is completed while the previous job runs, that worker must not finish
 * the job.
 * @param ids Of conversations that are written.
 */
export const insertFormJobs = (ids: readonly string[]): Prisma.Sql => Prisma.sql`
  INSERT INTO conversation_jobs (conversation_id, account_id, kind)
  SELECT written.id, written.account_id, kind FROM conversations AS written
  CROSS JOIN (VALUES ('form_completed')) AS one (kind)
  WHERE written.id = ANY (${[...ids]}) AND ${isAwaited(Prisma.sql`written`)}
  ON CONFLICT (conversation_id, kind)
    DO UPDATE SET attempts = conversation_jobs.attempts + 1, next_attempt_at = now()`;

const isAwaited = (rows: Prisma.Sql): Prisma.Sql =>
  isSubscribed(Prisma.sql`${rows}.account_id`, Prisma.sql`'conversation.' || kind`);

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
