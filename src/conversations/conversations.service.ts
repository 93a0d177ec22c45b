import { Injectable } from '@nestjs/common';
import {
  type Actor,
  fromDbEnvironment,
  mayTouchAgent,
  type Principal,
  refuseForeignEnvironment,
} from '../common/access/index.js';
import { recordChange } from '../audit/index.js';
import { Clock } from '../common/clock/index.js';
import { conflict, notFound } from '../common/errors/index.js';
import { ExpensiveReads } from '../quotas/index.js';
import { decodeCursor, pageOf } from '../http/pagination/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { Conversation } from '../generated/prisma/client.js';
import {
  type ConversationWithParts,
  conversationWithParts,
  type ListedConversation,
  WAVEFORMS,
} from './conversation-reads.js';
import type { ConversationFilter, ListConversationsQuery } from './conversation.dto.js';
import { formsOf } from '../common/phone-numbers/index.js';
import { deleteConversations } from './caller-erasure.js';
import { type RecordedSound, readRecordedSound } from './recordings/recorded-sound.js';
import { RecordingDeletions } from './recordings/deletions/recording-deletions.service.js';
import { type Recording, wholeRecording } from './recordings/recording.js';
import { RecordingFiles } from './recordings/recording-files.js';
import { RecordingSizes } from './recordings/recording-sizes.js';

export interface ConversationPage<Row> {
  readonly conversations: Row[];
  readonly nextCursor?: string;
}

/** Search condition of a page. */
export interface ConversationSearch {
  readonly where: Prisma.ConversationWhereInput;
  readonly orderBy: Prisma.ConversationOrderByWithRelationInput[];
  readonly take: number;
}

/** How long after the end of a call its caller may rate it. */
const RATED_WITHIN_MS = 3_600_000;

/** The same response for a missing conversation and one out of reach of the account or key. */
const conversationNotFound = () => notFound('CONVERSATIONS_NOT_FOUND', 'No such conversation.');

@Injectable()
export class ConversationsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly recordings: RecordingFiles,
    private readonly sizes: RecordingSizes,
    private readonly deletions: RecordingDeletions,
    private readonly reads: ExpensiveReads,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError as `ExpensiveReads` */
  list(principal: Principal, query: ListConversationsQuery): Promise<ConversationPage<ListedConversation>> {
    return this.reads.run(principal.accountId, (client) =>
      conversationPage(principal, query, this.clock.now(), (found) =>
        client.conversation.findMany({ ...found, include: WAVEFORMS }),
      ),
    );
  }

  /** @throws ApiError 404 `CONVERSATIONS_NOT_FOUND`, also if a different agent is named. */
  async get(principal: Principal, id: string, agentId?: string): Promise<ConversationWithParts> {
    await this.require(principal, id, agentId);
    const row = await this.find(principal, id);
    if (!row) throw conversationNotFound();
    return row;
  }

  /** As `get`, for a conversation within reach of the account and key; null if it was deleted. */
  find({ accountId }: Pick<Principal, 'accountId'>, id: string): Promise<ConversationWithParts | null> {
    return conversationWithParts(this.prisma, { id, accountId });
  }

  /** Those that are conversations of the agent. */
  async idsOf(
    { accountId, agentId }: { readonly accountId: string; readonly agentId: string },
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const where = { id: { in: [...ids] }, accountId, agentId };
    const own = await this.prisma.conversation.findMany({ where, select: { id: true } });
    return own.map(({ id }) => id);
  }

  recordingOf(id: string): Promise<Recording | undefined> {
    return this.recordings.find(id);
  }

  /** Deletes the audio of all but the latest replays of a conversation. */
  async keepReplays(id: string, latest: number): Promise<void> {
    await this.sizes.remove(id, await this.recordings.keepReplays(id, latest));
  }

  /** Decoded audio of the recording; undefined if it is not stored here, or has several parts. */
  async soundOf(id: string): Promise<RecordedSound | undefined> {
    const recording = await this.recordings.find(id);
    return recording?.parts.length === 1 ? readRecordedSound(await wholeRecording(recording)) : undefined;
  }

  /**
   * The recording of a conversation, or the audio of one of its replays.
   * @throws ApiError 404 `CONVERSATIONS_NOT_FOUND`, `CONVERSATIONS_RECORDING_NOT_FOUND`
   */
  async audio(
    principal: Principal,
    id: string,
    { agentId, replay }: { readonly agentId?: string; readonly replay?: string | undefined },
  ): Promise<Recording> {
    await this.require(principal, id, agentId);
    const recording = await (replay === undefined
      ? this.recordings.find(id)
      : this.recordings.findReplay(id, replay));
    if (!recording)
      throw notFound('CONVERSATIONS_RECORDING_NOT_FOUND', 'There is no recording of this conversation here.');
    return recording;
  }

  /**
   * Deletes the record with its turns, recording and webhook events.
   * @throws ApiError 403 for a call of an environment beyond the key's, 404 `CONVERSATIONS_NOT_FOUND`, 409
   * `CONVERSATION_IN_PROGRESS`
   */
  async delete(actor: Actor, id: string): Promise<void> {
    const { endedAt, agentId } = await this.requireToChange(actor, id, 'delete');
    if (endedAt === null) throw conflict('CONVERSATION_IN_PROGRESS', 'The conversation has not ended yet.');
    await this.prisma.$transaction(async (transaction) => {
      if ((await deleteConversations(transaction, [id])) === 0) throw conversationNotFound();
      await recordChange(transaction, actor, { action: 'conversation.delete', resourceId: id, agentId });
    });
    await this.deletions.after([id]);
  }

  /**
   * Stores what the caller thought of the call, while it runs or soon after its end.
   * @throws ApiError 404 `CONVERSATIONS_NOT_FOUND`, also for a call of another agent.
   */
  async rate(
    { accountId, agentId }: { readonly accountId: string; readonly agentId: string },
    sessionId: string,
    rating: number,
  ): Promise<void> {
    const since = new Date(this.clock.now().getTime() - RATED_WITHIN_MS);
    const { count } = await this.prisma.conversation.updateMany({
      where: { sessionId, accountId, agentId, OR: [{ endedAt: null }, { endedAt: { gt: since } }] },
      data: { rating },
    });
    if (count === 0) throw conversationNotFound();
  }

  /**
   * The record, for changes by people.
   * @param change Verb of the refusal.
   * @throws ApiError 403 for a call of an environment beyond the key's, 404 `CONVERSATIONS_NOT_FOUND`
   */
  async requireToChange(actor: Actor, id: string, change: string): Promise<Conversation> {
    const row = await this.require(actor, id);
    if (row.environment !== null) {
      const name = fromDbEnvironment(row.environment);
      refuseForeignEnvironment(actor, name, `${change} a conversation of ${name}`);
    }
    return row;
  }

  /**
   * The record without turns.
   * @throws ApiError 404 `CONVERSATIONS_NOT_FOUND`
   */
  async require(principal: Principal, id: string, agentId?: string): Promise<Conversation> {
    const row = CONVERSATION_ID.test(id)
      ? await this.prisma.conversation.findUnique({ where: { id } })
      : null;
    if (!row || row.accountId !== principal.accountId || !mayTouchAgent(principal, row.agentId)) {
      throw conversationNotFound();
    }
    if (agentId !== undefined && agentId !== row.agentId) throw conversationNotFound();
    return row;
  }
}

/** A page of conversations, newest first. @param find Runs the given query, adding includes. */
export async function conversationPage<Row extends Pick<Conversation, 'id' | 'startedAt'>>(
  principal: Principal,
  query: ListConversationsQuery,
  now: Date,
  find: (search: ConversationSearch) => Promise<Row[]>,
): Promise<ConversationPage<Row>> {
  const found = await find({
    where: { AND: [visibleTo(principal), filterOf(query, now), afterCursor(query.cursor)] },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: query.limit + 1,
  });
  const { rows, ...next } = pageOf(
    found.map((row) => ({ id: row.id, createdAt: row.startedAt, row })),
    query.limit,
  );
  return { conversations: rows.map(({ row }) => row), ...next };
}

const CONVERSATION_ID = /^conv_[0-9A-Za-z]{1,64}$/;

function visibleTo({ accountId, agentIds }: Principal): Prisma.ConversationWhereInput {
  return { accountId, ...(agentIds && { agentId: { in: [...agentIds] } }) };
}

/** Escapes `%` and `_`; Prisma leaves them to LIKE as wildcards. */
const literally = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

function filterOf(query: ConversationFilter, now: Date): Prisma.ConversationWhereInput {
  const { agentId, deploymentId, target, mode, connectorId, endReason, crashed, from, to } = query;
  const { outcome, success, search, caller, running, withErrors, minSeconds, maxSeconds, tag, days } = query;
  return {
    agentId,
    deploymentId,
    target,
    mode,
    connectorId,
    endReason,
    crashed,
    success,
    ...(caller !== undefined && { caller: { in: [...formsOf(caller)] } }),
    startedAt: {
      gte: from,
      lt: to,
    },
    ...(tag !== undefined && { tags: { has: tag } }),
    ...(search !== undefined && {
      turns: { some: { text: { contains: literally(search), mode: 'insensitive' } } },
    }),
    AND: [
      ...(days === undefined ? [] : [{ startedAt: { gte: new Date(now.getTime() - days * DAY_MS) } }]),
      ...(outcome ? [OUTCOME_FILTERS[outcome]] : []),
      ...(withErrors === undefined ? [] : [withErrors ? WITH_ERRORS : { NOT: WITH_ERRORS }]),
      ...(minSeconds === undefined ? [] : [{ durationMs: { gte: minSeconds * MS_PER_SECOND } }]),
      ...(maxSeconds === undefined ? [] : [{ durationMs: { lte: maxSeconds * MS_PER_SECOND } }]),
      ...(running === undefined ? [] : [running ? ON_THE_LINE : { NOT: ON_THE_LINE }]),
    ],
  };
}

const MS_PER_SECOND = 1_000;
const DAY_MS = 86_400_000;

const WITH_ERRORS: Prisma.ConversationWhereInput = {
  OR: [{ crashed: true }, { apiErrors: { gt: 0 } }, { functionErrors: { gt: 0 } }],
};

/** Must match `outcomeOf`. */
const OUTCOME_FILTERS: Readonly<
  Record<NonNullable<ListConversationsQuery['outcome']>, Prisma.ConversationWhereInput>
> = {
  completed: { endedAt: { not: null }, connectedAt: { not: null }, crashed: false },
  failed: { endedAt: { not: null }, crashed: true },
  'not-connected': { endedAt: { not: null }, connectedAt: null, crashed: false },
};

function afterCursor(cursor: string | undefined): Prisma.ConversationWhereInput {
  if (cursor === undefined) return {};
  const { id, createdAt: startedAt } = decodeCursor(cursor);
  return { OR: [{ startedAt: { lt: startedAt } }, { startedAt, id: { lt: id } }] };
}

/** Text conversations stay open half an hour for the next message, but occupy no line. */
const ON_THE_LINE = { endedAt: null, mode: { not: 'text' } } as const;
