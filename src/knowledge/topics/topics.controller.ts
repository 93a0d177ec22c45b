import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { jsonList } from '../../http/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import type { KnowledgeTopic } from '../../generated/prisma/client.js';
import { CreateTopicDto, UpdateTopicDto } from './topic.dto.js';
import { TOPIC_EXAMPLE, TopicSchema, type TopicView } from './topic.schema.js';
import { type TopicFields, TopicsService } from './topics.service.js';

const { id: _id, ...NEW_TOPIC } = TOPIC_EXAMPLE;
const agentNotFound = { PROJECT_NOT_FOUND: 'No such agent.' };
const topicNotFound = { TOPIC_NOT_FOUND: 'No such topic.' };
const namesake = {
  KNOWLEDGE_BASE_TOPIC_ALREADY_EXISTS: 'The agent already has a topic with this name.',
};
const one = { schema: TopicSchema, example: TOPIC_EXAMPLE };

/** An agent's knowledge, topic by topic. There is one branch: the draft, `main`. */
@ApiTags('Knowledge')
@Controller('v1/agents/:agentId/branches/main/knowledge-base/topics')
export class TopicsController {
  constructor(
    private readonly topics: TopicsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get()
  @Operation({
    summary: 'The topics of the draft',
    scope: 'agents:read',
    response: { schema: Type.Array(TopicSchema), example: [TOPIC_EXAMPLE] },
    errors: { 404: agentNotFound },
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    return jsonList(undefined, await this.topics.list(accountId, agentId), view);
  }

  @Post()
  @Operation({
    summary: 'Add a topic to the draft',
    addsBytes: true,
    description: 'Each change of a topic is another version of the draft; publishing freezes it.',
    scope: 'agents:write',
    limits: { environments: 'any' },
    status: 201,
    body: { dto: CreateTopicDto, example: NEW_TOPIC },
    response: one,
    errors: {
      404: agentNotFound,
      409: { ...namesake, TOPIC_LIMIT_REACHED: quotaExample('topicsPerAgent') },
    },
    idempotent: true,
  })
  create(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Body() body: CreateTopicDto,
  ) {
    return this.idempotency.run(idempotency, async (transaction) =>
      view(await this.topics.create(transaction, actor, agentId, { ...fieldsOf(body), name: body.name })),
    );
  }

  @Get(':topicId')
  @Operation({
    summary: 'One topic',
    scope: 'agents:read',
    response: one,
    errors: { 404: topicNotFound },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('topicId') id: string,
  ) {
    return view(await this.topics.get(accountId, agentId, id));
  }

  @Patch(':topicId')
  @Operation({
    summary: 'Change a topic',
    addsBytes: true,
    scope: 'agents:write',
    limits: { environments: 'any' },
    status: 204,
    body: { dto: UpdateTopicDto, example: { content: 'Breakfast is from seven to eleven.' } },
    errors: { 404: topicNotFound, 409: namesake },
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('topicId') id: string,
    @Body() body: UpdateTopicDto,
  ): Promise<void> {
    await this.topics.update(actor, agentId, id, fieldsOf(body));
  }

  @Delete(':topicId')
  @Operation({
    summary: 'Delete a topic',
    description: 'Versions that were published with it keep it.',
    scope: 'agents:write',
    limits: { environments: 'any' },
    status: 204,
    errors: { 404: topicNotFound },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('topicId') id: string,
  ): Promise<void> {
    await this.topics.delete(actor, agentId, id);
  }
}

/** The given fields, without undefined ones. */
function fieldsOf({
  name,
  content,
  actions,
  exampleQueries,
  isActive,
}: UpdateTopicDto): Partial<TopicFields> {
  return {
    ...(name !== undefined && { name }),
    ...(content !== undefined && { content }),
    ...(actions !== undefined && { actions }),
    ...(exampleQueries !== undefined && { exampleQueries: exampleQueries.queries }),
    ...(isActive !== undefined && { isActive }),
  };
}

const view = ({ id, name, content, actions, exampleQueries, isActive }: KnowledgeTopic): TopicView => ({
  id,
  name,
  content,
  actions,
  exampleQueries: { queries: exampleQueries },
  isActive,
});
