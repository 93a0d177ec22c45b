import { Body, Controller, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../common/access/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import { type ChatAnswer, type ChatListener, TextChats } from '../text-chats.service.js';
import { AnswerStream } from './answer-stream.js';
import {
  BeginDebugChatDto,
  checkedAnswers,
  checkedVariables,
  ContinueDebugChatDto,
} from './debug-chat.dto.js';
import { DEBUG_CHAT_EXAMPLE, DebugChatSchema, type DebugChatView, NOT_HERE } from './debug-chat.schema.js';

const STREAMED =
  'With `Accept: text/event-stream` the answer comes as server-sent events: `conversation` with its id, a `sentence` with `text` as soon as ' +
  'each is written, and `done` with the whole answer, or `error` with an error envelope.';

const errors = {
  409: {
    NOTHING_DEPLOYED: 'Nothing is deployed to live. Publish the agent first.',
    MODEL_NOT_CONFIGURED: 'The agent has a prompt, and this instance has no language model.',
    PROVIDER_NOT_CONFIGURED: 'The agent names a provider that this instance does not have.',
  },
  502: {
    AGENT_FAILURE: 'The agent could not answer (PROVIDER_TIMEOUT): The provider did not respond in time.',
  },
};

const NOBODY: ChatListener = { began: () => undefined, sentence: () => undefined };

const both = (status: number) => [
  {
    status,
    description: 'Done.',
    content: {
      'application/json': { schema: DebugChatSchema as never, example: DEBUG_CHAT_EXAMPLE },
      'text/event-stream': { schema: { type: 'string' as const } },
    },
  },
];

/** Text chat with the agent, compatible with clients of the hosted platform. */
@ApiTags('Debug chat')
@Controller('v1/agents/:agentId/debug-chat')
export class DebugChatController {
  constructor(private readonly chats: TextChats) {}

  @Post()
  @Operation({
    summary: 'Begin a conversation in text',
    addsBytes: true,
    description: `The same engine, tools, knowledge and variables as in a call; tools are really called, but for those that toolAnswers answers. ${STREAMED}`,
    scope: 'agents:write',
    limits: { environments: 'own' },
    status: 201,
    body: {
      dto: BeginDebugChatDto,
      example: { clientEnv: 'draft', variables: { name: 'Ada' } },
    },
    otherResponses: both(201),
    errors: {
      400: { UNKNOWN_VARIANT: 'variantId names no variant of this agent.' },
      404: { PROJECT_NOT_FOUND: 'No such agent.' },
      ...errors,
      409: {
        ...errors[409],
        TEXT_CHAT_LIMIT_REACHED: quotaExample('textChats'),
      },
    },
  })
  begin(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Body() body: BeginDebugChatDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { clientEnv: target, variantId, message, caller, callee, variables } = body;
    const given = { caller, callee, variables: checkedVariables(variables) };
    const toolAnswers = checkedAnswers(body.toolAnswers);
    const wanted = { target, variantId, message, given, toolAnswers };
    return answer(request, reply, async (listener) =>
      view(await this.chats.begin(actor, agentId, wanted, listener)),
    );
  }

  @Post(':chatId')
  @Operation({
    summary: 'Go on with a conversation in text',
    addsBytes: true,
    description: `It goes on on any instance, and ends when the agent hangs up or nobody wrote for 30 minutes. ${STREAMED}`,
    scope: 'agents:write',
    limits: { environments: 'own' },
    status: 200,
    body: { dto: ContinueDebugChatDto, example: { message: 'And on Sundays?' } },
    otherResponses: both(200),
    errors: {
      404: { CONVERSATIONS_NOT_FOUND: 'No such conversation.' },
      ...errors,
      409: {
        ...errors[409],
        CONVERSATION_BUSY: 'The agent still answers the message before. Wait for its answer.',
        CONVERSATION_ENDED: 'The conversation has ended. Begin another one.',
        TEXT_CHAT_TOO_LONG: 'The conversation has 400 turns, which is the most.',
      },
    },
  })
  goOn(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('chatId') chatId: string,
    @Body() body: ContinueDebugChatDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const said = { message: body.message, toolAnswers: checkedAnswers(body.toolAnswers) };
    return answer(request, reply, async (listener) =>
      view(await this.chats.goOn(actor, agentId, chatId, said, listener)),
    );
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (listener: ChatListener) => Promise<DebugChatView>,
): Promise<DebugChatView | StreamableFile> {
  if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) return work(NOBODY);
  const stream = await AnswerStream.open(request.id, work);
  // Proxies such as nginx would otherwise buffer events.
  void reply.headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  return new StreamableFile(stream, { type: 'text/event-stream; charset=utf-8' });
}

const view = (answer: ChatAnswer): DebugChatView => ({
  conversationId: answer.conversationId,
  userInput: answer.userInput,
  response: answer.response,
  metadata: {
    greeting: answer.greeting,
    functionEvents: [...answer.functionEvents],
    retrievedTopics: [...answer.retrievedTopics],
    durationMs: answer.durationMs,
    ...NOT_HERE,
    variables: [...answer.variables],
    warnings: [...answer.warnings],
  },
  conversationEnded: answer.ended,
  delayedResponse: false,
});
