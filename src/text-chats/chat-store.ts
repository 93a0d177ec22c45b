import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { conflict, notFound } from '../common/errors/index.js';
import { AccountQuotas } from '../quotas/index.js';
import { JobRunner, PollingService } from '../jobs/index.js';
import { Prisma, PrismaService } from '../common/prisma/index.js';
import { SealedColumns, type SecretBox } from '../common/secrets/index.js';
import {
  type ConversationFailure,
  isTextConversation,
  type TextRecordPart,
  TextRecords,
} from '../conversations/index.js';
import type { TextChat } from '../generated/prisma/client.js';
import type { TextHistory } from '../voice/index.js';
import type { ChatAddress, ChatGiven, ChatTarget } from './chat-agents.js';

const PURPOSE = 'text-chat';
const EXPIRY_INTERVAL_MS = 30_000;
const IDLE_MS = 1_800_000;
/** Of an agent, tools included. */
export const ANSWER_TIMEOUT_MS = 120_000;
const EXPIRED_AT_ONCE = 200;
/** Added to the time limit of an answer: a live worker releases the chat before that. */
const BUSY_MARGIN_MS = 10_000;

/** Fields of a new chat, besides its address. */
export interface NewChat {
  readonly address: ChatAddress;
  readonly deploymentId: string | undefined;
  readonly artifactVersion: string | undefined;
  readonly adapter: string;
  readonly storeText: boolean;
}

/** A chat locked by this process until it is answered. */
export interface HeldChat {
  readonly id: string;
  readonly address: ChatAddress;
  readonly history: TextHistory;
  readonly turns: number;
  readonly events: number;
  /** Size of the stored state. */
  readonly characters: number;
}

/** The result of a message. */
export interface Answered {
  readonly part: TextRecordPart;
  readonly history: TextHistory;
  readonly ended: boolean;
  readonly storeText: boolean;
}

/** Why a message was not answered. */
export interface Failed {
  readonly part: Pick<TextRecordPart, 'events' | 'usage'>;
  /** Absent if the agent was not called. */
  readonly failure?: ConversationFailure | undefined;
  readonly storeText: boolean;
  readonly isOver: boolean;
}

/** Open chats in the database: any instance answers any of their messages. */
@Injectable()
export class ChatStore extends PollingService {
  private readonly box: SecretBox;

  constructor(
    private readonly prisma: PrismaService,
    private readonly records: TextRecords,
    private readonly clock: Clock,
    private readonly quotas: AccountQuotas,
    private readonly config: AppConfig,
    columns: SealedColumns,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, EXPIRY_INTERVAL_MS, logger, 'idle text conversations could not be ended');
    this.box = columns.box(PURPOSE, 'text_chats', ['conversation_id'], 'state');
  }

  /** @throws ApiError 409 `TEXT_CHAT_LIMIT_REACHED`. */
  async create(transaction: Prisma.TransactionClient, chat: NewChat): Promise<HeldChat> {
    const { address, storeText, adapter } = chat;
    const { accountId, agentId, target, variantId, version, given } = address;
    await this.refuseOneTooMany(transaction, accountId);
    const now = this.clock.now();
    const { deploymentId, artifactVersion } = chat;
    const build = { deploymentId, artifactVersion, version, variantId };
    const id = await this.records.begin(
      transaction,
      { accountId, agentId, target, ...build, adapter, startedAt: now, ...given },
      storeText,
    );
    await transaction.textChat.create({
      data: {
        ...{ conversationId: id, accountId, agentId, target, version, variantId },
        state: this.seal(id, given, []),
        busyUntil: this.busyUntil(now),
        usedAt: now,
      },
    });
    return { id, address, history: [], turns: 0, events: 0, characters: 0 };
  }

  /**
   * Locks a chat for one message.
   * @throws ApiError 404 `CONVERSATIONS_NOT_FOUND`, 409 `CONVERSATION_ENDED`, `CONVERSATION_BUSY`.
   */
  async take(accountId: string, agentId: string, id: string): Promise<HeldChat> {
    const now = this.clock.now();
    const of = { conversationId: id, accountId, agentId };
    const free = { OR: [{ busyUntil: null }, { busyUntil: { lt: now } }] };
    const [row] = await this.prisma.textChat.updateManyAndReturn({
      where: { ...of, ...free },
      data: { busyUntil: this.busyUntil(now), usedAt: now },
    });
    if (!row) return this.refuse(of);
    const state = JSON.parse(this.box.open(row.state, id)) as { given: ChatGiven; history: TextHistory };
    const { turns, events } = row;
    const address = addressOf(row, state.given);
    return { id, address, history: state.history, turns, events, characters: row.state.length };
  }

  /** The target of an open chat; undefined without one. */
  async targetOf(accountId: string, agentId: string, id: string): Promise<ChatTarget | undefined> {
    const row = await this.prisma.textChat.findFirst({
      where: { conversationId: id, accountId, agentId },
      select: { target: true },
    });
    return row ? (row.target as ChatTarget) : undefined;
  }

  async answered(chat: HeldChat, { part, history, ended, storeText }: Answered): Promise<void> {
    const { id, address, turns, events } = chat;
    const { accountId, agentId } = address;
    await this.prisma.$transaction(async (transaction) => {
      await this.records.add(transaction, { id, accountId, agentId, turns, events, storeText }, part);
      await this.records.answered(transaction, { id, storeText }, undefined);
      if (ended) return this.end(transaction, id, 'agent-hang-up');
      await transaction.textChat.updateMany({
        where: { conversationId: id },
        data: {
          state: this.seal(id, address.given, history),
          turns: turns + part.turns.length,
          events: events + part.events.length,
          busyUntil: null,
          usedAt: this.clock.now(),
        },
      });
    });
  }

  /** The agent could not answer: records the failure; the message may be sent again. */
  async failed(
    chat: HeldChat,
    { part: { events, usage }, failure, storeText, isOver }: Failed,
  ): Promise<void> {
    const { id, turns, address } = chat;
    const { accountId, agentId } = address;
    await this.prisma.$transaction(async (transaction) => {
      const record = { id, accountId, agentId, turns, events: chat.events, storeText };
      await this.records.add(transaction, record, { turns: [], events, usage });
      if (failure) await this.records.answered(transaction, record, failure);
      if (isOver) return this.end(transaction, id, 'agent-failed');
      await transaction.textChat.updateMany({
        where: { conversationId: id },
        data: { events: chat.events + events.length, busyUntil: null },
      });
    });
  }

  private async end(transaction: Prisma.TransactionClient, id: string, reason: string): Promise<void> {
    await transaction.textChat.deleteMany({ where: { conversationId: id } });
    await this.records.end(transaction, id, { at: this.clock.now(), reason });
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM text_chats WHERE used_at < now() - ${IDLE_MS}::int * interval '1 ms'`;
  }

  protected async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - IDLE_MS);
    await this.prisma.$transaction(async (transaction) => {
      const idle = await transaction.$queryRaw<{ id: string; at: Date }[]>`
        DELETE FROM text_chats WHERE conversation_id IN (
          SELECT conversation_id FROM text_chats
          WHERE used_at < ${before} AND (busy_until IS NULL OR busy_until < ${before})
          ORDER BY used_at LIMIT ${EXPIRED_AT_ONCE} FOR UPDATE SKIP LOCKED)
        RETURNING conversation_id AS id, used_at AS at`;
      for (const { id, at } of idle) await this.records.end(transaction, id, { at, reason: 'idle' });
    });
  }

  private async refuse(of: {
    readonly conversationId: string;
    readonly accountId: string;
    readonly agentId: string;
  }): Promise<never> {
    if (await this.prisma.textChat.findFirst({ where: of, select: { turns: true } }))
      throw conflict('CONVERSATION_BUSY', 'The agent still answers the message before. Wait for its answer.');
    const { conversationId: id, accountId, agentId } = of;
    if (await isTextConversation(this.prisma, { id, accountId, agentId }))
      throw conflict('CONVERSATION_ENDED', 'The conversation has ended. Begin another one.');
    throw notFound('CONVERSATIONS_NOT_FOUND', 'No such conversation.');
  }

  private async refuseOneTooMany(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'textChats',
      count: () => transaction.textChat.count({ where: { accountId } }),
      code: 'TEXT_CHAT_LIMIT_REACHED',
      remedy: 'End one, wait until one ends 30 minutes after its last message',
    });
  }

  private seal(id: string, given: ChatGiven, history: TextHistory): string {
    return this.box.seal(JSON.stringify({ given, history }), id);
  }

  private busyUntil(now: Date): Date {
    return new Date(now.getTime() + ANSWER_TIMEOUT_MS + BUSY_MARGIN_MS);
  }
}

const addressOf = (row: TextChat, given: ChatGiven): ChatAddress => ({
  accountId: row.accountId,
  agentId: row.agentId,
  target: row.target as ChatTarget,
  variantId: row.variantId ?? undefined,
  version: row.version ?? undefined,
  given,
});
