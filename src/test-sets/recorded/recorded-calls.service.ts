import { Injectable } from '@nestjs/common';
import { mayTouchAgent, type Principal } from '../../common/access/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import { ConversationsService, type RecordedSound } from '../../conversations/index.js';
import type { Conversation } from '../../generated/prisma/client.js';
import { recordedCall, type RecordedCall } from './recorded-call.js';

const CONVERSATION_ID = /^conv_[0-9A-Za-z]{1,64}$/;

export const CONVERSATION_WITHOUT_WORDS = {
  CONVERSATION_WITHOUT_WORDS: 'Its words were not kept, or the caller said none.',
};

/** Reads conversations for tests. */
@Injectable()
export class RecordedCalls {
  constructor(private readonly conversations: ConversationsService) {}

  /** Those of the agent's conversations that this instance has a recording of. */
  async recorded(
    of: { readonly accountId: string; readonly agentId: string },
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const own = await this.conversations.idsOf(of, ids);
    const found = await Promise.all(
      own.map(async (id) => ((await this.conversations.recordingOf(id)) ? [id] : [])),
    );
    return new Set(found.flat());
  }

  /** Audio of its recording; undefined if this instance has none. */
  soundOf(conversationId: string): Promise<RecordedSound | undefined> {
    return this.conversations.soundOf(conversationId);
  }

  /** A conversation of an agent; undefined without stored words. */
  async find(
    { accountId, agentId }: { readonly accountId: string; readonly agentId: string },
    id: string,
  ): Promise<FoundRecordedCall | 'without-words' | undefined> {
    const row = await this.load(accountId, id);
    return row?.agentId === agentId ? found(row) : undefined;
  }

  /**
   * @throws ApiError 404 `CONVERSATIONS_NOT_FOUND`; 409 `CONVERSATION_WITHOUT_WORDS` if privacy settings prevented
   * storing the words, or the caller said none
   */
  async get(principal: Principal, id: string): Promise<FoundRecordedCall> {
    const row = await this.load(principal.accountId, id);
    if (!row || !mayTouchAgent(principal, row.agentId))
      throw notFound('CONVERSATIONS_NOT_FOUND', 'No such conversation.');
    const call = found(row);
    if (call === 'without-words')
      throw conflict('CONVERSATION_WITHOUT_WORDS', CONVERSATION_WITHOUT_WORDS.CONVERSATION_WITHOUT_WORDS);
    return call;
  }

  private async load(accountId: string, id: string) {
    if (!CONVERSATION_ID.test(id)) return null;
    return this.conversations.find({ accountId }, id);
  }
}

export interface FoundRecordedCall {
  readonly call: RecordedCall;
  readonly startedAt: Date;
  /** The agent's version; null for a draft. */
  readonly version: string | null;
}

function found(row: Conversation & Parameters<typeof recordedCall>[0]): FoundRecordedCall | 'without-words' {
  const call = recordedCall(row);
  return call ? { call, startedAt: row.startedAt, version: row.version } : 'without-words';
}
