import { Controller, Delete, Get, Headers, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createReadStream } from 'node:fs';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { ApiError } from '../../common/errors/index.js';
import { namesEntityTag } from '../../common/http/index.js';
import { Operation } from '../../common/openapi/index.js';
import { ConversationsService } from '../conversations.service.js';
import { RecordingFiles } from '../recordings/recording-files.js';
import { parseRange } from './byte-range.js';
import { ListConversationsQuery } from './conversation.dto.js';
import {
  CONVERSATION_DETAIL_EXAMPLE,
  CONVERSATION_EXAMPLE,
  ConversationDetailSchema,
  ConversationListSchema,
} from './conversation.schema.js';
import { conversationDetailView, conversationView } from './conversation.view.js';

const notFound = { CONVERSATION_NOT_FOUND: 'No such conversation.' };

@ApiTags('Conversations')
@Controller('v1/conversations')
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly recordings: RecordingFiles,
  ) {}

  @Get()
  @Operation({
    summary: 'List conversations, newest first',
    scope: 'conversations:read',
    status: 200,
    query: ListConversationsQuery,
    response: { schema: ConversationListSchema, example: { conversations: [CONVERSATION_EXAMPLE] } },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'limit must not be greater than 200' } },
  })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListConversationsQuery) {
    const { conversations, ...page } = await this.conversations.list(principal, query);
    return { conversations: conversations.map(conversationView), ...page };
  }

  @Get(':conversationId')
  @Operation({
    summary: 'One conversation with its turns, latencies and events',
    scope: 'conversations:read',
    status: 200,
    response: { schema: ConversationDetailSchema, example: { conversation: CONVERSATION_DETAIL_EXAMPLE } },
    errors: { 404: notFound },
  })
  async get(@CurrentPrincipal() principal: Principal, @Param('conversationId') id: string) {
    const conversation = await this.conversations.get(principal, id);
    return { conversation: conversationDetailView(conversation, await this.recordings.find(id)) };
  }

  @Get(':conversationId/audio')
  @Operation({
    summary: 'The recording of a conversation',
    description:
      'Ogg Opus (`audio/ogg`), the caller on the left and the agent on the right. Takes single byte ranges: 206, or 416 ' +
      'where the range lies outside. A recording is served by the instance that carried the call.',
    scope: 'conversations:read',
    status: 200,
    errors: {
      404: { ...notFound, RECORDING_NOT_FOUND: 'There is no recording of this conversation here.' },
      416: { RANGE_NOT_SATISFIABLE: 'The range lies outside of the recording.' },
    },
  })
  async audio(
    @CurrentPrincipal() principal: Principal,
    @Param('conversationId') id: string,
    @Headers('range') rangeHeader: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const { path, sizeBytes, modifiedAt } = await this.conversations.audio(principal, id);
    const tag = `"${sizeBytes.toString(36)}-${modifiedAt.getTime().toString(36)}"`;
    void reply.headers({ 'Accept-Ranges': 'bytes', ETag: tag, 'Cache-Control': 'private, no-cache' });
    if (namesEntityTag(ifNoneMatch, tag)) {
      void reply.status(304);
      return undefined;
    }
    const isSame = ifRange === undefined || ifRange === tag;
    const range = isSame ? parseRange(rangeHeader, sizeBytes) : 'whole';
    if (range === 'unsatisfiable') throw rangeNotSatisfiable(sizeBytes);
    const { first, last } = range === 'whole' ? { first: 0, last: sizeBytes - 1 } : range;
    if (range !== 'whole') {
      void reply.status(206).header('Content-Range', `bytes ${first}-${last}/${sizeBytes}`);
    }
    return new StreamableFile(createReadStream(path, { start: first, end: last }), {
      type: 'audio/ogg; codecs=opus',
      length: last - first + 1,
    });
  }

  @Delete(':conversationId')
  @Operation({
    summary: 'Delete a conversation that has ended, with its turns and its recording',
    scope: 'conversations:write',
    status: 204,
    errors: { 404: notFound, 409: { CONVERSATION_IN_PROGRESS: 'The conversation has not ended yet.' } },
  })
  async delete(@CurrentActor() actor: Actor, @Param('conversationId') id: string): Promise<void> {
    await this.conversations.delete(actor, id);
  }
}

const rangeNotSatisfiable = (sizeBytes: number) =>
  new ApiError(416, 'RANGE_NOT_SATISFIABLE', 'The range lies outside of the recording.', {
    headers: { 'Content-Range': `bytes */${sizeBytes}` },
  });
