import { Body, Controller, Get, Header, Param, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../common/access/index.js';
import { type AgentDocument, AgentDocumentSchema, DocumentAdvice } from '../agent-document/index.js';
import { Operation } from '../http/openapi/index.js';
import type { Draft } from '../generated/prisma/client.js';
import { PatchDraftDto, SaveDraftDto } from './agent.dto.js';
import { DRAFT_EXAMPLE, DraftSchema } from './agent.schema.js';
import { DraftsService } from './drafts.service.js';

const draft = { schema: DraftSchema, example: DRAFT_EXAMPLE };
const errors = {
  400: {
    AGENT_DOCUMENT_TOO_LARGE:
      'document must not be larger than 1048576 bytes of JSON, and would have 1200000.',
  },
  404: { PROJECT_NOT_FOUND: 'No such agent.' },
  409: {
    DRAFT_REVISION_CONFLICT: 'The draft is at revision 4 by now. Read it again and repeat your change.',
  },
};

@ApiTags('Drafts')
@Controller('v1')
export class DraftsController {
  constructor(
    private readonly drafts: DraftsService,
    private readonly advice: DocumentAdvice,
  ) {}

  @Get('agents/:agentId/draft')
  @Operation({
    summary: 'The draft of an agent',
    scope: 'agents:read',
    response: draft,
    errors: { 404: errors[404] },
  })
  async get(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    return this.view(await this.drafts.get(accountId, agentId), accountId);
  }

  @Put('agents/:agentId/draft')
  @Operation({
    summary: 'Replace the draft',
    addsBytes: true,
    takesDocuments: true,
    scope: 'agents:write',
    limits: { environments: 'any' },
    body: { dto: SaveDraftDto, example: { revision: 2, document: DRAFT_EXAMPLE.document } },
    response: draft,
    errors,
  })
  async save(@CurrentActor() actor: Actor, @Param('agentId') agentId: string, @Body() body: SaveDraftDto) {
    return this.view(await this.drafts.save(actor, agentId, body.revision, body.document), actor.accountId);
  }

  @Patch('agents/:agentId/draft')
  @Operation({
    summary: 'Change parts of the draft',
    addsBytes: true,
    takesDocuments: true,
    description: 'The body is a JSON Merge Patch (RFC 7396) and may say so in its Content-Type.',
    mergePatch: true,
    scope: 'agents:write',
    limits: { environments: 'any' },
    body: {
      dto: PatchDraftDto,
      example: { revision: 2, document: { greeting: 'Good morning.', prompt: null } },
    },
    response: draft,
    errors,
  })
  async patch(@CurrentActor() actor: Actor, @Param('agentId') agentId: string, @Body() body: PatchDraftDto) {
    return this.view(await this.drafts.patch(actor, agentId, body.revision, body.document), actor.accountId);
  }

  @Get('schemas/agent-document')
  @Header('Content-Type', 'application/schema+json; charset=utf-8')
  @Operation({
    id: 'schemas.agent-document',
    summary: 'JSON Schema of the agent document',
    public: true,
    response: {
      schema: Type.Record(Type.String(), Type.Unknown(), { title: 'JsonSchema' }),
      example: { title: 'AgentDocument', type: 'object' },
      contentType: 'application/schema+json',
    },
  })
  schema() {
    return AgentDocumentSchema;
  }

  private async view(draft: Draft, accountId: string) {
    const { agentId, revision, version, updatedBy, updatedAt, document } = draft;
    // Only validated documents are stored.
    const warnings = await this.advice.warningsOf(document as unknown as AgentDocument, accountId);
    return { agentId, revision, version, updatedBy, updatedAt: updatedAt.toISOString(), document, warnings };
  }
}
