import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, take } from '../api/client.js';
import { saveAs } from '../api/save-as.js';
import type { operations } from '../api/schema.js';

export type Conversation = Schemas['Conversation'];
export type ConversationDetail = Schemas['ConversationDetail'];
export type Filters = NonNullable<operations['conversations.list']['parameters']['query']>;

export const conversationsKey = ['conversations'] as const;
const PAGE_ROWS = 50;

export async function readConversations(filters: Filters, cursor: string | undefined) {
  const query = { ...filters, limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) };
  const { conversations, nextCursor } = await take(api.GET('/v1/conversations', { params: { query } }));
  return { rows: conversations, next: nextCursor };
}

/** Running calls on all instances. A text chat stays open for half an hour after the last message, and is no call. */
export const runningQuery = queryOptions({
  queryKey: [...conversationsKey, 'running'],
  queryFn: async () =>
    (await readConversations({ running: true }, undefined)).rows.filter(({ mode }) => mode !== 'text'),
});

export const conversationQuery = (conversationId: string) =>
  queryOptions({
    queryKey: [...conversationsKey, 'one', conversationId],
    queryFn: async () => {
      const params = { path: { conversationId } };
      return (await take(api.GET('/v1/conversations/{conversationId}', { params }))).conversation;
    },
    // Poll a running call until it has ended.
    refetchInterval: ({ state }) => (state.data && state.data.endedAt === null ? 2_000 : false),
  });

/**
 * The recording as a file in memory: a media element can't send our credentials.
 * @param replay The audio of a replay instead.
 */
export const audioQuery = (conversationId: string, replay?: string) =>
  queryOptions({
    queryKey: [...conversationsKey, 'audio', conversationId, replay ?? ''],
    staleTime: Infinity,
    queryFn: async (): Promise<Blob> => {
      const params = { path: { conversationId }, query: { ...(replay !== undefined && { replay }) } };
      const answer = api.GET('/v1/conversations/{conversationId}/audio', { params, parseAs: 'blob' });
      return new Blob([await take(answer)], { type: 'audio/ogg' });
    },
  });

/** Exports the conversations that match a filter as a file. */
export async function exportConversations(filters: Filters, format: 'csv' | 'ndjson'): Promise<void> {
  const { limit: _limit, cursor: _cursor, ...wanted } = filters;
  const params = { query: { ...wanted, format } };
  const text = await take(api.GET('/v1/conversations/export', { params, parseAs: 'text' }));
  saveAs(`conversations.${format}`, new Blob([text]));
}
