import { Controller, Delete, Get, Headers, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../common/openapi/index.js';
import { ConversationsService } from '../conversations.service.js';
import { RecordingFiles } from '../recordings/recording-files.js';
import { ListConversationsQuery } from './conversation.dto.js';
import { conversationNotFound, oneConversation, recordedAudio } from './conversation.operations.js';
import { CONVERSATION_EXAMPLE, ConversationListSchema } from './conversation.schema.js';
import { conversationDetailView, conversationView } from './conversation.view.js';
import { answerWithRecording } from './recording-answer.js';

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
    limits: { agents: 'own' },
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
  @Operation(oneConversation)
  async get(@CurrentPrincipal() principal: Principal, @Param('conversationId') id: string) {
    const conversation = await this.conversations.get(principal, id);
    return { conversation: conversationDetailView(conversation, await this.recordings.find(id)) };
  }

  @Get(':conversationId/audio')
  @Operation(recordedAudio)
  async audio(
    @CurrentPrincipal() principal: Principal,
    @Param('conversationId') id: string,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const recording = await this.conversations.audio(principal, id);
    return answerWithRecording(reply, recording, { range, ifRange, ifNoneMatch, accept });
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
