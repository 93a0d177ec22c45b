import { Injectable } from '@nestjs/common';
import { mayTouchAgent, type Principal } from '../../common/access/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { recordedCall, type RecordedCall } from './recorded-call.js';

const CONVERSATION_ID = /^conv_[0-9A-Za-z]{1,64}$/;
const IN_ORDER = { orderBy: { position: 'asc' } } as const;

export const CONVERSATION_WITHOUT_WORDS = {
  CONVERSATION_WITHOUT_WORDS: 'Its words were not kept, or the caller said none.',
};

/** Conversations as tests need them. */
@Injectable()
export class RecordedCalls {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * @throws ApiError 404 `CONVERSATIONS_NOT_FOUND`; 409 `CONVERSATION_WITHOUT_WORDS` where privacy settings kept the
   * words from being stored, or the caller said none
   */
  async get(principal: Principal, id: string): Promise<RecordedCall & { readonly startedAt: Date }> {
    const row = CONVERSATION_ID.test(id)
      ? await this.prisma.conversation.findUnique({
          where: { id, accountId: principal.accountId },
          include: { turns: IN_ORDER, events: IN_ORDER },
        })
      : null;
    if (!row || !mayTouchAgent(principal, row.agentId))
      throw notFound('CONVERSATIONS_NOT_FOUND', 'No such conversation.');
    const call = recordedCall(row);
    if (!call)
      throw conflict('CONVERSATION_WITHOUT_WORDS', CONVERSATION_WITHOUT_WORDS.CONVERSATION_WITHOUT_WORDS);
    return { ...call, startedAt: row.startedAt };
  }
}
