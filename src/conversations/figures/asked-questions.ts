import { Prisma } from '../../common/prisma/index.js';
import { begunWithin, type CallsReader, type Span } from './begun-within.js';

export interface UnansweredQuestion {
  readonly agentId: string;
  readonly question: string;
  readonly times: number;
  /** The latest conversation with it. */
  readonly conversationId: string;
}

export interface AskedTopic {
  readonly agentId: string;
  readonly title: string;
  readonly calls: number;
}

/** Events are read call by call, so only the latest calls count. */
const LATEST_CALLS = 2_000;
/** Fewer words are rarely a question. */
const QUESTION = String.raw`\S+\s+\S+\s+\S+`;

const latestCalls = (reader: CallsReader, agentId: string | undefined, span: Span) => Prisma.sql`(
  SELECT id, agent_id, started_at FROM conversations
  WHERE ${begunWithin(reader, agentId, span)} AND mode <> 'text' ORDER BY started_at DESC LIMIT ${LATEST_CALLS}) call`;

/** What callers said most often when the agent's knowledge had no answer. Text conversations are not calls. */
export const unansweredQuestions = (
  client: Prisma.TransactionClient,
  reader: CallsReader,
  agentId: string | undefined,
  span: Span,
  limit: number,
) => client.$queryRaw<UnansweredQuestion[]>`
    SELECT agent_id AS "agentId", min(question) AS question, count(*)::int AS times,
      (array_agg(id ORDER BY started_at DESC))[1] AS "conversationId"
    FROM (
      SELECT call.id, call.agent_id, call.started_at,
        (SELECT turn.text FROM turns turn
         WHERE turn.conversation_id = call.id AND turn.speaker = 'caller' AND turn.started_at <= event.at
         ORDER BY turn.position DESC LIMIT 1) AS question
      FROM ${latestCalls(reader, agentId, span)} JOIN conversation_events event ON event.conversation_id = call.id
      WHERE event.kind = 'knowledge' AND event.details ->> 'outcome' = 'nothing'
    ) asked
    WHERE question ~ ${QUESTION}
    GROUP BY agent_id, lower(btrim(question)) ORDER BY times DESC, question LIMIT ${limit}`;

/** The topics that answered the most calls. */
export const askedTopics = (
  client: Prisma.TransactionClient,
  reader: CallsReader,
  agentId: string | undefined,
  span: Span,
  limit: number,
) => client.$queryRaw<AskedTopic[]>`
    SELECT call.agent_id AS "agentId", COALESCE(topic ->> 'title', topic ->> 'name') AS title,
      count(DISTINCT call.id)::int AS calls
    FROM ${latestCalls(reader, agentId, span)} JOIN conversation_events event ON event.conversation_id = call.id
      CROSS JOIN LATERAL (SELECT event.details -> 'retrievedTopics' -> 0 AS topic) AS first
    WHERE event.kind = 'knowledge' AND COALESCE(topic ->> 'title', topic ->> 'name') IS NOT NULL
    GROUP BY 1, 2 ORDER BY calls DESC, title LIMIT ${limit}`;
