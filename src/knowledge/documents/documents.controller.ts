import { createHash } from 'node:crypto';
import { Controller, Delete, Get, Param, Post, Put, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { AgentsService } from '../../agents/index.js';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { AppConfig } from '../../common/config/index.js';
import { FILE_TYPES, fileBody, whileConnected } from '../../http/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import type { KnowledgeDocument } from '../../generated/prisma/client.js';
import { EmbeddingProgress, type Progress } from '../embeddings/embedding-progress.js';
import { NewDocumentQuery, ReplacedDocumentQuery } from './document.dto.js';
import { DOCUMENT_EXAMPLE, DocumentSchema, PASSAGE_EXAMPLE, PassageSchema } from './document.schema.js';
import { DocumentsService, type ReadFile } from './documents.service.js';
import { FileReader } from './reading/file-reader.js';

const agentNotFound = { PROJECT_NOT_FOUND: 'No such agent.' };
const documentNotFound = { DOCUMENT_NOT_FOUND: 'No such document.' };
const one = { schema: DocumentSchema, example: DOCUMENT_EXAMPLE };

const UPLOAD = {
  file: FILE_TYPES,
  errors: {
    409: {
      DOCUMENT_EXISTS: 'The agent has a document of that name, kdoc_4fJ2kQ9xN1bV7cR5tY8uHe.',
      KNOWLEDGE_LIMIT_REACHED: quotaExample('passagesPerAgent'),
    },
    413: { PAYLOAD_TOO_LARGE: 'The file must not be larger than 10000000 bytes.' },
    415: { UNSUPPORTED_MEDIA_TYPE: `The file must be sent with a Content-Type of ${FILE_TYPES.join(', ')}.` },
    422: {
      DOCUMENT_UNREADABLE: 'The PDF is broken. Open it, and save or print it to a new one.',
      DOCUMENT_ENCRYPTED: 'The PDF asks for a password. Send it without one.',
      DOCUMENT_TOO_LONG: 'The document has more than 1000000 characters of text.',
      DOCUMENT_WITHOUT_TEXT: 'The document has no text.',
    },
  },
};

/** Files whose text an agent knows. There is one branch: the draft, `main`. */
@ApiTags('Knowledge')
@Controller('v1/agents/:agentId/branches/main/knowledge-base/documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly agents: AgentsService,
    private readonly reader: FileReader,
    private readonly idempotency: IdempotencyService,
    private readonly config: AppConfig,
    private readonly progress: EmbeddingProgress,
  ) {}

  @Get()
  @Operation({
    summary: 'The documents of the draft',
    scope: 'agents:read',
    response: { schema: Type.Array(DocumentSchema), example: [DOCUMENT_EXAMPLE] },
    errors: { 404: agentNotFound },
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    return this.views(accountId, agentId, await this.documents.list(accountId, agentId));
  }

  @Post()
  @Operation({
    ...UPLOAD,
    summary: 'Add a document to the draft',
    addsBytes: true,
    description:
      'The body is the file itself, with its media type. Its text is split into passages under the headings that they stand under. ' +
      'Each change of a document is another version of the draft; publishing freezes it.',
    scope: 'agents:write',
    limits: { environments: 'any' },
    status: 201,
    query: NewDocumentQuery,
    response: one,
    errors: {
      ...UPLOAD.errors,
      404: agentNotFound,
      409: {
        ...UPLOAD.errors[409],
        DOCUMENT_LIMIT_REACHED: quotaExample('documentsPerAgent'),
      },
    },
    idempotent: true,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Param('agentId') agentId: string,
    @Query() { name }: NewDocumentQuery,
    @Req() request: FastifyRequest,
  ) {
    await this.agents.get(actor.accountId, agentId);
    const read = await this.read(actor, request);
    const isNew = await this.progress.ofNew(actor.accountId, agentId);
    return this.idempotency.run(withContent(idempotency, read), async (transaction) =>
      view(await this.documents.create(transaction, actor, agentId, name, read), isNew),
    );
  }

  @Get(':documentId')
  @Operation({
    summary: 'One document',
    scope: 'agents:read',
    response: one,
    errors: { 404: documentNotFound },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('documentId') id: string,
  ) {
    const [shown] = await this.views(accountId, agentId, [await this.documents.get(accountId, agentId, id)]);
    return shown;
  }

  @Get(':documentId/passages')
  @Operation({
    summary: 'What the agent knows of a document',
    description: 'Its text as it was read, passage by passage.',
    scope: 'agents:read',
    response: { schema: Type.Array(PassageSchema), example: [PASSAGE_EXAMPLE] },
    errors: { 404: documentNotFound },
  })
  passages(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('documentId') id: string,
  ) {
    return this.documents.passagesOf(accountId, agentId, id);
  }

  @Get(':documentId/content')
  @Operation({
    summary: 'The file of a document',
    description: 'As it was sent. No browser shows it as a page of this host.',
    scope: 'agents:read',
    otherResponses: [
      {
        status: 200,
        description: 'The file.',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    ],
    status: 200,
    errors: { 404: documentNotFound },
  })
  async content(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('documentId') id: string,
  ): Promise<StreamableFile> {
    const content = await this.documents.content(accountId, agentId, id);
    return new StreamableFile(content, {
      type: 'application/octet-stream',
      disposition: 'attachment',
      length: content.length,
    });
  }

  @Put(':documentId')
  @Operation({
    ...UPLOAD,
    summary: 'Replace a document',
    addsBytes: true,
    description: 'The body is the new file. Versions that were published with the old one keep it.',
    scope: 'agents:write',
    limits: { environments: 'any' },
    query: ReplacedDocumentQuery,
    response: one,
    errors: { ...UPLOAD.errors, 404: documentNotFound },
  })
  async replace(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('documentId') id: string,
    @Query() { name }: ReplacedDocumentQuery,
    @Req() request: FastifyRequest,
  ) {
    await this.documents.get(actor.accountId, agentId, id);
    const replaced = await this.documents.replace(actor, agentId, id, name, await this.read(actor, request));
    return view(replaced, await this.progress.ofNew(actor.accountId, agentId));
  }

  @Delete(':documentId')
  @Operation({
    summary: 'Delete a document',
    description: 'Versions that were published with it keep what they know of it.',
    scope: 'agents:write',
    limits: { environments: 'any' },
    status: 204,
    errors: { 404: documentNotFound },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('documentId') id: string,
  ): Promise<void> {
    await this.documents.delete(actor, agentId, id);
  }

  private async views(accountId: string, agentId: string, documents: readonly KnowledgeDocument[]) {
    const progressOf = await this.progress.of(accountId, agentId, documents);
    return documents.map((document) => view(document, progressOf(document.source)));
  }

  private read({ accountId }: Actor, request: FastifyRequest): Promise<ReadFile> {
    const receive = () => fileBody(request, this.config.knowledge.documentMaxBytes);
    return whileConnected(request, (gone) => this.reader.read(accountId, receive, gone));
  }
}

/** Includes the file: a retry must send the same one. */
function withContent(context: IdempotencyContext, { file }: ReadFile): IdempotencyContext {
  if (context.key === undefined) return context;
  const hash = createHash('sha256').update(context.fingerprint).update(file.type).update(file.content);
  return { ...context, fingerprint: Uint8Array.from(hash.digest()) };
}

const view = (
  {
    agentId: _agent,
    accountId: _account,
    source: _source,
    createdAt,
    updatedAt,
    ...shown
  }: KnowledgeDocument,
  embedding: Progress,
) => ({
  ...shown,
  embedding,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
