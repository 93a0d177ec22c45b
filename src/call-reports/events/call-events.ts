import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import { type ClaimedJob, eventIdOf, JobStore } from '../../conversations/index.js';
import { EventsService, type RecordedEvent } from '../../webhooks/index.js';
import { analyzedCall } from './analyzed-call.js';
import { endedCall } from './ended-call.js';
import { startedCall } from './started-call.js';

export type CallEventJob = ClaimedJob<'started' | 'ended' | 'analyzed'>;

const inOrder = { orderBy: { position: 'asc' } } as const;

/** Makes the webhook events of calls from their records. */
@Injectable()
export class CallEvents {
  private readonly maxBytes: number;

  constructor(
    private readonly prisma: PrismaService,
    private readonly jobs: JobStore,
    private readonly events: EventsService,
    config: AppConfig,
  ) {
    this.maxBytes = config.conversations.eventMaxBytes;
  }

  /** Records the event and removes the job in one transaction. @throws when the database is away */
  async record(job: CallEventJob): Promise<void> {
    const event = await this.prisma.$transaction(async (transaction) => {
      if (!(await this.jobs.finish(transaction, job))) return undefined;
      return this.recordOf(transaction, job);
    });
    if (event) this.events.announce(event);
  }

  /** The id follows from the call: a job that was written again after all leads to no second event. */
  private async recordOf(
    transaction: Prisma.TransactionClient,
    { conversationId, accountId, kind }: CallEventJob,
  ): Promise<RecordedEvent | undefined> {
    const row = await transaction.conversation.findUnique({
      where: { id: conversationId },
      include: kind === 'ended' ? { turns: inOrder, events: inOrder } : { turns: false, events: false },
    });
    // It goes on after all: its instance was only out of touch.
    if (!row || (kind === 'ended' && row.endedAt === null)) return undefined;
    const { turns, events, ...conversation } = row;
    const data = {
      started: () => startedCall(conversation),
      ended: () => endedCall({ ...conversation, turns, events }, this.maxBytes),
      analyzed: () => analyzedCall(conversation),
    }[kind]();
    return this.events.record(transaction, {
      id: eventIdOf(conversationId, kind),
      accountId,
      type: `conversation.${kind}`,
      data: JSON.parse(JSON.stringify(data)) as Prisma.InputJsonObject,
    });
  }
}
