import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import { ExpensiveReads } from '../../quotas/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import type { Conversation, ConversationEvent } from '../../generated/prisma/client.js';
import { conversationDetailView, conversationView } from './conversation.view.js';
import { csvLine } from './csv-line.js';
import type { ConversationFilter, ListConversationsQuery } from '../conversation.dto.js';
import { conversationPage, type ConversationSearch, ConversationsService } from '../conversations.service.js';
import { conversationWithParts } from '../conversation-reads.js';

/** Conversations per page. */
const PAGE = 100;

const COLUMNS = [
  'id',
  'agentId',
  'target',
  'version',
  'mode',
  'caller',
  'callee',
  'startedAt',
  'connectedAt',
  'endedAt',
  'durationMs',
  'endReason',
  'outcome',
  'success',
  'crashed',
  'apiErrors',
  'functionErrors',
  'rating',
  'summary',
] as const;
const MORE_COLUMNS = ['successReason', 'fields', 'forms', 'failure', 'tags'] as const;

/** Values that callers have given. */
const FORMS = {
  events: { where: { kind: 'form' }, orderBy: { position: 'asc' } },
} as const satisfies Prisma.ConversationInclude;

/**
 * Exports all conversations that match a filter, page by page, and one at a time with their turns, so that the memory
 * used is that of one page or one conversation. Each is read in the account's turn.
 */
@Injectable()
export class ConversationExport {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly reads: ExpensiveReads,
    private readonly clock: Clock,
  ) {}

  /** RFC 4180: one line per conversation. */
  async *csv(principal: Principal, filter: Readonly<ConversationFilter>): AsyncGenerator<string> {
    let head = csvLine([...COLUMNS, ...MORE_COLUMNS]);
    for await (const rows of this.pages(principal, { ...filter, limit: PAGE }, (client, found) =>
      client.conversation.findMany({ ...found, include: FORMS }),
    )) {
      yield `${head}${rows.map(csvLineOf).join('')}`;
      head = '';
    }
  }

  /** One JSON object per line: each conversation with its turns and events, as in `GET /v1/conversations/{id}`. */
  async *ndjson(principal: Principal, filter: Readonly<ConversationFilter>): AsyncGenerator<string> {
    for await (const rows of this.pages(principal, { ...filter, limit: PAGE }, (client, found) =>
      client.conversation.findMany({ ...found, select: { id: true, startedAt: true } }),
    )) {
      for (const { id } of rows) {
        const whole = await this.reads.continue(principal.accountId, (client) =>
          conversationWithParts(client, { id }),
        );
        if (whole)
          yield `${JSON.stringify(conversationDetailView(whole, await this.conversations.recordingOf(id)))}\n`;
      }
    }
  }

  private async *pages<Row extends Pick<Conversation, 'id' | 'startedAt'>>(
    principal: Principal,
    query: Readonly<ListConversationsQuery>,
    find: (client: Prisma.TransactionClient, found: ConversationSearch) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    const now = this.clock.now();
    let cursor: string | undefined;
    do {
      const page = { ...query, ...(cursor !== undefined && { cursor }) };
      const read = (client: Prisma.TransactionClient) =>
        conversationPage(principal, page, now, (found) => find(client, found));
      const { conversations, nextCursor } = await this.reads[cursor === undefined ? 'run' : 'continue'](
        principal.accountId,
        read,
      );
      yield conversations;
      cursor = nextCursor;
    } while (cursor !== undefined);
  }
}

function csvLineOf({ events, ...row }: Conversation & { readonly events: ConversationEvent[] }): string {
  const view = conversationView(row);
  const { analysis } = conversationDetailView({ ...row, turns: [], events: [], comments: [] }, undefined);
  const forms = events.map(({ details }) => details);
  return csvLine([
    ...COLUMNS.map((name) => view[name]),
    analysis?.success?.reason ?? null,
    analysis?.fields ? JSON.stringify(analysis.fields.values) : null,
    forms.length > 0 ? JSON.stringify(forms) : null,
    view.failure && `${view.failure.code}: ${view.failure.message}`,
    view.tags.join(', '),
  ]);
}
