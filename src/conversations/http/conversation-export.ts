import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { conversationDetailView, conversationView } from './conversation.view.js';
import type { ConversationFilter, ListConversationsQuery } from '../conversation.dto.js';
import { ConversationsService } from '../conversations.service.js';
import { csvLine } from './csv-line.js';

/** Conversations that are read at a time: a page of a list. */
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
] as const;
const ANALYSIS_COLUMNS = ['summary', 'successReason', 'fields'] as const;

/** All conversations that a filter finds, page by page, so that any number of them takes the memory of one page. */
@Injectable()
export class ConversationExport {
  constructor(private readonly conversations: ConversationsService) {}

  /** RFC 4180: one line a conversation. */
  async *csv(principal: Principal, filter: ConversationFilter): AsyncGenerator<string> {
    yield csvLine([...COLUMNS, ...ANALYSIS_COLUMNS]);
    for await (const rows of this.pages(principal, filter)) {
      const lines = rows.map((row) => {
        const view = conversationView(row);
        const { analysis } = conversationDetailView({ ...row, turns: [], events: [] }, undefined);
        return csvLine([
          ...COLUMNS.map((name) => view[name]),
          analysis?.summary?.text ?? null,
          analysis?.success?.reason ?? null,
          analysis?.fields ? JSON.stringify(analysis.fields.values) : null,
        ]);
      });
      yield lines.join('');
    }
  }

  /** One JSON object a line: each conversation with its turns and events, as `GET /v1/conversations/{id}` gives it. */
  async *ndjson(principal: Principal, filter: ConversationFilter): AsyncGenerator<string> {
    for await (const rows of this.pages(principal, filter)) {
      for (const { id } of rows) {
        // It may have been deleted since.
        const found = await this.conversations.find(principal, id);
        if (found)
          yield `${JSON.stringify(conversationDetailView(found, await this.conversations.recordingOf(id)))}\n`;
      }
    }
  }

  private async *pages(principal: Principal, filter: Readonly<ConversationFilter>) {
    let cursor: string | undefined;
    do {
      const query: ListConversationsQuery = {
        ...filter,
        limit: PAGE,
        ...(cursor !== undefined && { cursor }),
      };
      const { conversations, nextCursor } = await this.conversations.list(principal, query);
      yield conversations;
      cursor = nextCursor;
    } while (cursor !== undefined);
  }
}
