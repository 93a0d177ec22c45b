import { Controller, Delete, Get, Headers, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { notFound } from '../../common/errors/index.js';
import { Operation } from '../../http/openapi/index.js';
import { ConversationsService } from '../conversations.service.js';
import { RecordingFiles } from '../recordings/recording-files.js';
import { TurnTraces } from '../turn-traces/turn-traces.service.js';
import { CallerErasure } from '../caller-erasure.js';
import { ConversationExport } from './conversation-export.js';
import {
  EraseCallerQuery,
  ExportConversationsQuery,
  ListConversationsQuery,
  RecordingQuery,
} from '../conversation.dto.js';
import {
  bundleOfCall,
  conversationNotFound,
  oneConversation,
  recordedAudio,
} from './conversation.operations.js';
import { LISTED_CONVERSATION_EXAMPLE } from './conversation-examples.js';
import { ConversationListSchema, ErasureSchema } from './conversation.schema.js';
import { conversationDetailView, listedView } from './conversation.view.js';
import { answerWithRecording } from './recording-answer.js';

@ApiTags('Conversations')
@Controller('v1/conversations')
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly recordings: RecordingFiles,
    private readonly exports: ConversationExport,
    private readonly erasure: CallerErasure,
    private readonly traces: TurnTraces,
  ) {}

  @Get()
  @Operation({
    summary: 'List conversations, newest first',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    query: ListConversationsQuery,
    response: { schema: ConversationListSchema, example: { conversations: [LISTED_CONVERSATION_EXAMPLE] } },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'limit must not be greater than 200' } },
  })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListConversationsQuery) {
    const { conversations, ...page } = await this.conversations.list(principal, query);
    return { conversations: conversations.map(listedView), ...page };
  }

  @Get('export')
  @Operation({
    summary: 'Export conversations, for example those of one caller',
    description: 'Streams all that the filters find, newest first.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    query: ExportConversationsQuery,
    otherResponses: [
      {
        status: 200,
        description: 'One conversation a line.',
        content: {
          'application/x-ndjson': { schema: { type: 'string' } },
          'text/csv': { schema: { type: 'string' } },
        },
      },
    ],
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'format must be one of the following values: ndjson, csv' } },
  })
  async export(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ExportConversationsQuery,
  ): Promise<StreamableFile> {
    const { format, ...filter } = query;
    const lines = this.exports[format](principal, filter);
    // Read the first line before the headers are sent, so that a refusal is an ordinary error response.
    const first = await lines.next();
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    return new StreamableFile(Readable.from(inTurn(first.done ? '' : first.value, lines)), {
      type,
      disposition: `attachment; filename="conversations.${format}"`,
    });
  }

  @Delete()
  @Operation({
    summary: 'Delete all conversations of a caller',
    description:
      'Records, turns, recordings and the webhooks that tell of them, sent or not. Calls that go on are left alone: end them and ask again.',
    scope: 'conversations:write',
    status: 200,
    query: EraseCallerQuery,
    response: { schema: ErasureSchema, example: { deleted: 3, inProgress: 0 } },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'caller must be longer than or equal to 1 characters' } },
  })
  eraseCaller(@CurrentActor() actor: Actor, @Query() { caller }: EraseCallerQuery) {
    return this.erasure.erase(actor, caller);
  }

  @Get(':conversationId')
  @Operation(oneConversation)
  async get(@CurrentPrincipal() principal: Principal, @Param('conversationId') id: string) {
    const conversation = await this.conversations.get(principal, id);
    return { conversation: conversationDetailView(conversation, await this.recordings.findIfReachable(id)) };
  }

  @Get(':conversationId/audio')
  @Operation(recordedAudio)
  async audio(
    @CurrentPrincipal() principal: Principal,
    @Param('conversationId') id: string,
    @Query() { replay }: RecordingQuery,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const recording = await this.conversations.audio(principal, id, { replay });
    return answerWithRecording(reply, recording, { range, ifRange, ifNoneMatch, accept });
  }

  @Get(':conversationId/bundle')
  @Operation(bundleOfCall)
  async bundle(
    @CurrentPrincipal() principal: Principal,
    @Param('conversationId') id: string,
  ): Promise<StreamableFile> {
    const { conversation } = await this.get(principal, id);
    const trace = await this.traces.linesOf(id);
    if (!trace)
      throw notFound('CONVERSATIONS_BUNDLE_NOT_FOUND', 'Nothing was kept of how its turns were decided.');
    const first = Buffer.from(`${JSON.stringify({ kind: 'conversation', conversation })}\n`);
    return new StreamableFile(Readable.from(inTurn(first, trace)), {
      type: 'application/x-ndjson',
      disposition: `attachment; filename="${id}.ndjson"`,
    });
  }

  @Delete(':conversationId')
  @Operation({
    summary: 'Delete a conversation that has ended, with its turns and its recording',
    scope: 'conversations:write',
    limits: { agents: 'own', environments: 'own' },
    status: 204,
    errors: {
      404: conversationNotFound,
      409: { CONVERSATION_IN_PROGRESS: 'The conversation has not ended yet.' },
    },
  })
  async delete(@CurrentActor() actor: Actor, @Param('conversationId') id: string): Promise<void> {
    await this.conversations.delete(actor, id);
  }
}

async function* inTurn(first: Buffer | string, rest: AsyncIterable<unknown>): AsyncGenerator {
  yield first;
  yield* rest;
}
