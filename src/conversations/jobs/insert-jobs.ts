import { Prisma } from '../../common/prisma/index.js';

/** What there may be to do about a conversation. */
export const JOB_KINDS = ['started', 'ended'] as const;

export type JobKind = (typeof JOB_KINDS)[number];

/**
 * The end of a statement that has written conversations: a job for each thing that is to be done about one, so that
 * there is never one without the other. An event that no endpoint of the account is subscribed to is no job. Endpoints
 * that are disabled count: what they missed can be recovered.
 * @param rows Has `id`, `account_id` and `ended_at` of the conversations.
 * @param kinds What may follow from what was written.
 */
export function insertJobs(rows: Prisma.Sql, kinds: readonly JobKind[] = JOB_KINDS): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO conversation_jobs (conversation_id, account_id, kind)
    SELECT ${rows}.id, ${rows}.account_id, kind FROM ${rows}
    CROSS JOIN unnest(ARRAY[${Prisma.join([...kinds])}]::text[]) AS kind
    WHERE (kind = 'started' OR ${rows}.ended_at IS NOT NULL)
      AND EXISTS (
        SELECT FROM webhook_endpoints
        WHERE account_id = ${rows}.account_id AND 'conversation.' || kind = ANY (event_types))
    ON CONFLICT DO NOTHING`;
}
