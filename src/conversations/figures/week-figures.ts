import { Prisma } from '../../common/prisma/index.js';

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

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Fewer words are rarely a question. */
const QUESTION = String.raw`\S+\s+\S+\s+\S+`;
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
      (count(*) FILTER (WHERE started_at >= ${from} AND EXISTS (
        SELECT FROM conversation_events event WHERE event.conversation_id = call.id
          AND event.kind = 'transfer' AND event.details -> 'done' = 'true')))::int AS "handedOver"
    FROM conversations call
    WHERE account_id = ${accountId} AND started_at >= ${before} AND started_at < ${to} AND mode <> 'text'`;
  const { calls = 0, callsBefore = 0, failed = 0, handedOver = 0 } = counts ?? {};
  const unanswered = calls === 0 ? [] : await unansweredIn(client, accountId, { from, to });
  return { calls, callsBefore, failed, handedOver, unanswered };
}

const unansweredIn = (client: Prisma.TransactionClient, accountId: string, { from, to }: Span) =>
  client.$queryRaw<{ question: string; times: number }[]>`
    SELECT min(question) AS question, count(*)::int AS times
    FROM (
      SELECT (SELECT turn.text FROM turns turn
              WHERE turn.conversation_id = call.id AND turn.speaker = 'caller' AND turn.started_at <= event.at
              ORDER BY turn.position DESC LIMIT 1) AS question
      FROM conversations call JOIN conversation_events event ON event.conversation_id = call.id
      WHERE call.account_id = ${accountId} AND call.started_at >= ${from} AND call.started_at < ${to}
        AND call.mode <> 'text' AND event.kind = 'knowledge' AND event.details ->> 'outcome' = 'nothing'
    ) asked
    WHERE question ~ ${QUESTION}
    GROUP BY lower(btrim(question)) ORDER BY times DESC, question LIMIT ${MOST_QUESTIONS}`;
