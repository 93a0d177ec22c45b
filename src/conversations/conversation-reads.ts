import { Prisma } from '../common/prisma/index.js';
import type {
  Conversation,
  ConversationComment,
  ConversationEvent,
  Turn,
} from '../generated/prisma/client.js';
import { TEXT_MODE } from './conversation-record.js';

export type ConversationWithParts = Conversation & {
  turns: Turn[];
  events: ConversationEvent[];
  comments: ConversationComment[];
};

const IN_ORDER = { orderBy: { position: 'asc' } } as const;

const PARTS = {
  turns: IN_ORDER,
  events: IN_ORDER,
  comments: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
} as const satisfies Prisma.ConversationInclude;

/** Of the recording, in its order, which several processes may have written. */
export const WAVEFORMS = {
  recordings: {
    where: { waveform: { not: null } },
    orderBy: { modifiedAt: 'asc' },
    select: { waveform: true },
  },
} as const satisfies Prisma.ConversationInclude;

export type ListedConversation = Prisma.ConversationGetPayload<{ include: typeof WAVEFORMS }>;

type Client = Pick<Prisma.TransactionClient, 'conversation'>;

export const conversationWithParts = (
  client: Client,
  where: { readonly id: string; readonly accountId?: string },
): Promise<ConversationWithParts | null> => client.conversation.findUnique({ where, include: PARTS });

export const conversationWithForms = (
  client: Client,
  id: string,
): Promise<(Conversation & { events: ConversationEvent[] }) | null> =>
  client.conversation.findUnique({
    where: { id },
    include: { events: { where: { kind: 'form' }, ...IN_ORDER } },
  });

export const conversationAlone = (client: Client, id: string): Promise<Conversation | null> =>
  client.conversation.findUnique({ where: { id } });

export const isTextConversation = async (
  client: Client,
  of: { readonly id: string; readonly accountId: string; readonly agentId: string },
): Promise<boolean> =>
  (await client.conversation.findFirst({ where: { ...of, mode: TEXT_MODE }, select: { id: true } })) !== null;

/** The conversations of sessions, by session; sessions without one are left out. */
export async function conversationIds(
  client: Client,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sessionIds.length === 0) return new Map();
  const found = await client.conversation.findMany({
    where: { sessionId: { in: [...sessionIds] } },
    select: { id: true, sessionId: true },
  });
  return new Map(found.map(({ id, sessionId }) => [sessionId, id]));
}

/** Statement that stores the analysis of a call. It returns what `insertJobs` needs. */
export const storeAnalysis = (
  id: string,
  analysis: object,
  success: boolean | null,
): Prisma.Sql => Prisma.sql`
  UPDATE conversations SET analysis = ${JSON.stringify(analysis)}::jsonb, success = ${success}::boolean
  WHERE id = ${id}
  RETURNING id, account_id, ended_at, analysis_request, analysis`;
