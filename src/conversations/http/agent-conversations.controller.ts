import { Controller, Get, Headers, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { RecordingQuery } from '../conversation.dto.js';
import { ConversationsService } from '../conversations.service.js';
import { RecordingFiles } from '../recordings/recording-files.js';
import {
  AGENT_CONVERSATION_EXAMPLE,
  AgentConversationSchema,
  agentConversationView,
} from './agent-conversation.view.js';
import { oneConversation, recordedAudio } from './conversation.operations.js';
import { conversationDetailView } from './conversation.view.js';
import { answerWithRecording } from './recording-answer.js';

/** Conversations under their agent's path, where clients of the hosted platform expect them. */
@ApiTags('Conversations')
@Controller('v1/agents/:agentId/conversations')
export class AgentConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly recordings: RecordingFiles,
  ) {}

  @Get(':conversationId')
  @Operation({
    ...oneConversation,
    limits: { agents: 'path' },
    summary: 'One conversation of an agent',
    description:
      'As `GET /v1/conversations/{conversationId}`, but for the turns, under the names that clients of the hosted platform read.',
    response: { schema: AgentConversationSchema, example: AGENT_CONVERSATION_EXAMPLE },
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('agentId') agentId: string,
    @Param('conversationId') id: string,
  ) {
    const conversation = await this.conversations.get(principal, id, agentId);
    const recording = await this.recordings.findIfReachable(id);
    return agentConversationView(conversationDetailView(conversation, recording));
  }

  @Get(':conversationId/audio')
  @Operation({
    ...recordedAudio,
    limits: { agents: 'path' },
    summary: 'The recording of a conversation of an agent',
  })
  async audio(
    @CurrentPrincipal() principal: Principal,
    @Param('agentId') agentId: string,
    @Param('conversationId') id: string,
    @Query() { replay }: RecordingQuery,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const recording = await this.conversations.audio(principal, id, { agentId, replay });
    return answerWithRecording(reply, recording, { range, ifRange, ifNoneMatch, accept });
  }
}
