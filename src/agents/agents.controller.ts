import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  refuseAgentLimit,
} from '../common/access/index.js';
import { AGENT_DOCUMENT_SCHEMA_VERSION } from '../agent-document/index.js';
import { notFound } from '../common/errors/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../http/idempotency/index.js';
import { quotaExample } from '../quotas/index.js';
import { Operation } from '../http/openapi/index.js';
import { PrismaService } from '../common/prisma/index.js';
import { parseNewAgentDocument } from './agent-document.parser.js';
import { CreateAgentDto, DuplicateAgentDto, ListAgentsQuery, RenameAgentDto } from './agent.dto.js';
import { AGENT_EXAMPLE, AgentSchema, agentView } from './agent.schema.js';
import { AgentsService } from './agents.service.js';

/** Header with the cursor of a list that is a bare array. */
const NEXT_CURSOR_HEADER = 'X-Next-Cursor';

/** A key limited to some agents can't create others: it would have no access to them. */
const MAKE_AGENTS = 'make agents';

const one = { schema: AgentSchema, example: AGENT_EXAMPLE };
const missing = { PROJECT_NOT_FOUND: 'No such agent.' };
const missingAccount = { ACCOUNT_NOT_FOUND: 'No such account.' };
const taken = {
  PROJECT_ID_ALREADY_EXISTS: 'An agent with this agentId already exists.',
  AGENT_LIMIT_REACHED: quotaExample('agents'),
};

@ApiTags('Agents')
@Controller('v1')
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly idempotency: IdempotencyService,
    private readonly prisma: PrismaService,
  ) {}

  @Get('accounts/:accountId/agents')
  @Operation({
    summary: 'List the agents of an account, newest first',
    description: `The header \`${NEXT_CURSOR_HEADER}\` has the cursor of the next page, where there is one.`,
    scope: 'agents:read',
    limits: { agents: 'own' },
    query: ListAgentsQuery,
    response: { schema: Type.Array(AgentSchema), example: [AGENT_EXAMPLE] },
    errors: { 404: missingAccount },
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('accountId') accountId: string,
    @Query() query: ListAgentsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    refuseForeignAccount(principal, accountId);
    const { rows, nextCursor } = await this.agents.list(principal, query);
    if (nextCursor !== undefined) reply.header(NEXT_CURSOR_HEADER, nextCursor);
    return rows.map(agentView);
  }

  @Post('accounts/:accountId/agents')
  @Operation({
    summary: 'Create an agent',
    addsBytes: true,
    scope: 'agents:write',
    limits: { agents: 'refused', environments: 'any' },
    body: {
      dto: CreateAgentDto,
      example: { name: 'Front desk', responseSettings: { greeting: 'Good morning.', languageCode: 'en-GB' } },
    },
    response: one,
    errors: { 404: missingAccount, 409: taken },
    idempotent: true,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('accountId') accountId: string,
    @Body() body: CreateAgentDto,
  ) {
    refuseForeignAccount(actor, accountId);
    refuseAgentLimit(actor, MAKE_AGENTS);
    const { agentId, name, experimentalConfig } = body;
    const wanted = { agentId, name, experimentalConfig, document: await documentOf(body) };
    return this.idempotency.run(idempotency, async (transaction) =>
      agentView(await this.agents.create(transaction, actor, wanted)),
    );
  }

  @Get('agents/:agentId')
  @Operation({
    summary: 'One agent',
    scope: 'agents:read',
    response: one,
    errors: { 404: missing },
  })
  async get(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    return agentView(await this.agents.get(accountId, agentId));
  }

  @Patch('agents/:agentId')
  @Operation({
    summary: 'Rename an agent',
    scope: 'agents:write',
    limits: { environments: 'any' },
    body: { dto: RenameAgentDto, example: { name: 'Night desk' } },
    response: one,
    errors: { 404: missing },
  })
  async rename(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Body() { name }: RenameAgentDto,
  ) {
    const renamed = await this.prisma.$transaction((transaction) =>
      this.agents.rename(transaction, actor, agentId, name),
    );
    return agentView(renamed);
  }

  @Delete('agents/:agentId')
  @Operation({
    summary: 'Delete an agent',
    description:
      'Its draft, deployments and connectors go with it; its callers are refused at once. Conversations stay.',
    scope: 'agents:write',
    limits: { environments: 'own' },
    errors: { 404: missing },
  })
  async delete(@CurrentActor() actor: Actor, @Param('agentId') agentId: string): Promise<void> {
    await this.prisma.$transaction((transaction) => this.agents.delete(transaction, actor, agentId));
  }

  @Post('agents/:agentId/duplicate')
  @Operation({
    summary: 'Copy an agent’s draft to a new agent',
    addsBytes: true,
    scope: 'agents:write',
    limits: { agents: 'refused', environments: 'any' },
    body: { dto: DuplicateAgentDto, example: { newAgentName: 'Front desk, trial' }, optional: true },
    response: one,
    errors: { 404: missing, 409: taken },
    idempotent: true,
  })
  duplicate(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Body() body: DuplicateAgentDto,
  ) {
    refuseAgentLimit(actor, MAKE_AGENTS);
    const wanted = { agentId: body.newAgentId ?? body.agentId, name: body.newAgentName ?? body.name };
    return this.idempotency.run(idempotency, async (transaction) =>
      agentView(await this.agents.duplicate(transaction, actor, agentId, wanted)),
    );
  }
}

function refuseForeignAccount(principal: Principal, accountId: string): void {
  if (principal.accountId !== accountId) throw notFound('ACCOUNT_NOT_FOUND', 'No such account.');
}

function documentOf({ responseSettings, voiceSettings, llmSettings }: CreateAgentDto) {
  const document = {
    schemaVersion: AGENT_DOCUMENT_SCHEMA_VERSION,
    languageCode: responseSettings?.languageCode ?? 'en-GB',
    ...(responseSettings?.greeting !== undefined && { greeting: responseSettings.greeting }),
    ...(voiceSettings?.voiceId !== undefined && { voice: { voiceId: voiceSettings.voiceId } }),
    ...(llmSettings?.modelId !== undefined && { llm: { modelId: llmSettings.modelId } }),
  };
  return parseNewAgentDocument(document);
}
