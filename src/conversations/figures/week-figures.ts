import type { Prisma } from '../../common/prisma/index.js';
import { unansweredQuestions } from './asked-questions.js';
import type { Span } from './begun-within.js';

export interface WeekFigures {
  readonly calls: number;
  /** In the same time before. */
  readonly callsBefore: number;
  readonly failed: number;
  /** Transferred to another agent or a person. */
  readonly handedOver: number;
  /** What callers said most often when the agent's knowledge had no answer. */
  readonly unanswered: readonly { readonly question: string; readonly times: number }[];
}

const MOST_QUESTIONS = 5;

/** How the calls of an account went that began in a time. Text conversations are not calls. */
export async function weekFigures(
  client: Prisma.TransactionClient,
  accountId: string,
  { from, to }: Span,
): Promise<WeekFigures> {
  const before = new Date(2 * from.getTime() - to.getTime());
  const [counts] = await client.$queryRaw<Omit<WeekFigures, 'unanswered'>[]>`
    SELECT (count(*) FILTER (WHERE started_at >= ${from}))::int AS calls,
      (count(*) FILTER (WHERE started_at < ${from}))::int AS "callsBefore",
      (count(*) FILTER (WHERE started_at >= ${from} AND crashed))::int AS failed,
      (count(*) FILTER (WHERE started_at >= ${from} AND handed_over))::int AS "handedOver"
    FROM conversations
    WHERE account_id = ${accountId} AND started_at >= ${before} AND started_at < ${to} AND mode <> 'text'`;
  const { calls = 0, callsBefore = 0, failed = 0, handedOver = 0 } = counts ?? {};
  const unanswered =
    calls === 0
      ? []
      : await unansweredQuestions(client, { accountId }, undefined, { from, to }, MOST_QUESTIONS);
  return { calls, callsBefore, failed, handedOver, unanswered };
}
