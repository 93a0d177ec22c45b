import { Prisma } from '../../common/prisma/index.js';

/** What there may be to do about a conversation. */
export type JobKind = 'started' | 'ended' | 'form_completed' | 'analysis' | 'analyzed';

/** What follows from the beginning of a call, and from its end; a conversation may be written when both are known. */
export const AFTER_BEGINNING = ['started', 'ended', 'analysis'] as const satisfies readonly JobKind[];
export const AFTER_END = ['ended', 'analysis'] as const satisfies readonly JobKind[];

/**
 * The end of a statement that has written conversations: a job for each thing that is to be done about one, so that
 * there is never one without the other. An event that no endpoint of the account is subscribed to is no job. Endpoints
 * that are disabled count: what they missed can be recovered.
 * @param rows Has `id`, `account_id`, `ended_at`, `analysis_request` and `analysis` of the conversations.
 * @param kinds What may follow from what was written.
 */
export function insertJobs(rows: Prisma.Sql, kinds: readonly JobKind[]): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO conversation_jobs (conversation_id, account_id, kind)
    SELECT ${rows}.id, ${rows}.account_id, kind FROM ${rows}
    CROSS JOIN unnest(ARRAY[${Prisma.join([...kinds])}]::text[]) AS kind
    WHERE (kind = 'started' OR ${rows}.ended_at IS NOT NULL)
      AND CASE kind
        WHEN 'analysis' THEN ${rows}.analysis_request IS NOT NULL AND ${rows}.analysis IS NULL
        ELSE ${isSubscribed(rows)}
        END
    ON CONFLICT DO NOTHING`;
}

/**
 * The same for forms that were completed. Another one may have been completed while the job of the one before was done:
 * whoever does that may not finish it then.
 * @param ids Of conversations that are written.
 */
export const insertFormJobs = (ids: readonly string[]): Prisma.Sql => Prisma.sql`
  INSERT INTO conversation_jobs (conversation_id, account_id, kind)
  SELECT written.id, written.account_id, kind FROM conversations AS written
  CROSS JOIN (VALUES ('form_completed')) AS one (kind)
  WHERE written.id = ANY (${[...ids]}) AND ${isSubscribed(Prisma.sql`written`)}
  ON CONFLICT (conversation_id, kind)
    DO UPDATE SET attempts = conversation_jobs.attempts + 1, next_attempt_at = now()`;

const isSubscribed = (rows: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM webhook_endpoints
  WHERE account_id = ${rows}.account_id AND 'conversation.' || kind = ANY (event_types))`;
