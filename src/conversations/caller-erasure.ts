import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/access/index.js';
import { recordChange } from '../audit/index.js';
import { formsOf } from '../common/phone-numbers/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import { deleteEvents } from '../webhooks/index.js';
import { eventIdsOf, formEventIdOf } from './jobs/insert-jobs.js';
import { RecordingDeletions } from './recordings/deletions/recording-deletions.service.js';

/** Conversations per transaction, which keeps its locks short. */
const BATCH_SIZE = 100;

export interface Erasure {
  readonly deleted: number;
  /** Calls still in progress, which were skipped. */
  readonly inProgress: number;
}

/** Deletes one caller's data: records, recordings, and webhook events about them, sent or not. */
@Injectable()
export class CallerErasure {
  constructor(
    private readonly prisma: PrismaService,
    private readonly recordings: RecordingDeletions,
  ) {}

  async erase(actor: Actor, caller: string): Promise<Erasure> {
    const where = { accountId: actor.accountId, caller: { in: [...formsOf(caller)] } };
    let deleted = 0;
    for (;;) {
      const rows = await this.prisma.conversation.findMany({
        where: { ...where, endedAt: { not: null } },
        select: { id: true },
        take: BATCH_SIZE,
      });
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) deleted += await this.deleteBatch(actor, ids);
      if (ids.length < BATCH_SIZE) break;
    }
    return {
      deleted,
      inProgress: await this.prisma.conversation.count({ where: { ...where, endedAt: null } }),
    };
  }

  private async deleteBatch(actor: Actor, ids: string[]): Promise<number> {
    const deleted = await this.prisma.$transaction(async (transaction) => {
      const count = await deleteConversations(transaction, ids);
      await recordChange(transaction, actor, {
        action: 'conversation.delete_by_caller',
        // The audit log must not name the caller.
        resourceId: 'conversations',
        details: { conversations: ids },
      });
      return count;
    });
    await this.recordings.after(ids);
    return deleted;
  }
}

/** Deletes conversations with their events, delivered or not. Returns how many there were. */
export async function deleteConversations(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<number> {
  const forms = await transaction.conversationEvent.findMany({
    where: { conversationId: { in: [...ids] }, kind: 'form' },
    select: { conversationId: true, position: true },
  });
  const events = [
    ...ids.flatMap(eventIdsOf),
    ...forms.map(({ conversationId, position }) => formEventIdOf(conversationId, position)),
  ];
  const { count } = await transaction.conversation.deleteMany({ where: { id: { in: [...ids] } } });
  await deleteEvents(transaction, events);
  return count;
}
