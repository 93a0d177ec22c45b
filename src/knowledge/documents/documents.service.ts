import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AgentDocument } from '../../agent-document/index.js';
import { AgentsService, DraftsService } from '../../agents/index.js';
import type { Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import type { FileBody } from '../../http/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Draft, KnowledgeDocument } from '../../generated/prisma/client.js';
import { PassageStore } from '../passages/passage-store.js';
import { searchLanguage } from '../passages/search-language.js';
import type { TextPassage } from '../passages/split-text.js';

/** A file and its extracted text. */
export interface ReadFile {
  readonly file: FileBody;
  readonly passages: readonly TextPassage[];
  readonly pages: number | null;
}

type Transaction = Prisma.TransactionClient;

const documentNotFound = () => notFound('DOCUMENT_NOT_FOUND', 'No such document.');

/** Documents of agents' drafts. Each change creates a new version of the draft, which publishing freezes. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly drafts: DraftsService,
    private readonly passages: PassageStore,
    private readonly clock: Clock,
    private readonly quotas: AccountQuotas,
  ) {
    agents.onDuplicate((transaction, source, copy) => this.copy(transaction, source, copy));
  }

  /** Oldest first. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async list(accountId: string, agentId: string): Promise<KnowledgeDocument[]> {
    await this.agents.get(accountId, agentId);
    return this.prisma.knowledgeDocument.findMany({
      where: { agentId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  /** @throws ApiError 404 `DOCUMENT_NOT_FOUND`. */
  async get(
    accountId: string,
    agentId: string,
    id: string,
    client: Transaction = this.prisma,
  ): Promise<KnowledgeDocument> {
    const where = { id, agentId, agent: { accountId } };
    const document = await client.knowledgeDocument.findFirst({ where });
    if (!document) throw documentNotFound();
    return document;
  }

  /** The original file. @throws ApiError 404 `DOCUMENT_NOT_FOUND`. */
  async content(accountId: string, agentId: string, id: string): Promise<Uint8Array> {
    const where = { id, agentId, agent: { accountId } };
    const file = await this.prisma.knowledgeFile.findFirst({ where: { documents: { some: where } } });
    if (!file) throw documentNotFound();
    return file.content;
  }

  /** Its passages. @throws ApiError 404 `DOCUMENT_NOT_FOUND`. */
  async passagesOf(accountId: string, agentId: string, id: string): Promise<TextPassage[]> {
    const { source } = await this.get(accountId, agentId, id);
    return this.prisma.knowledgePassage.findMany({
      where: { agentId, source },
      select: { title: true, text: true },
      orderBy: { position: 'asc' },
    });
  }

  /**
   * @throws ApiError 404 `PROJECT_NOT_FOUND`, 409 `DOCUMENT_EXISTS`, `DOCUMENT_LIMIT_REACHED` or
   * `KNOWLEDGE_LIMIT_REACHED`.
   */
  async create(
    transaction: Transaction,
    actor: Actor,
    agentId: string,
    name: string,
    read: ReadFile,
  ): Promise<KnowledgeDocument> {
    const draft = await this.drafts.hold(transaction, actor.accountId, agentId);
    await this.refuseOneTooMany(transaction, actor.accountId, agentId);
    await this.refuseTaken(transaction, agentId, name);
    const id = newId('kdoc');
    const now = this.clock.now();
    const fields = await this.fieldsOf(transaction, draft, id, name, read);
    const file = await keepFile(transaction, actor.accountId, read.file);
    const document = await transaction.knowledgeDocument.create({
      data: { ...fields, ...file, id, agentId, createdAt: now, updatedAt: now },
    });
    await this.changed(transaction, actor, agentId, 'document.create', id);
    return document;
  }

  /** @throws ApiError 404 `DOCUMENT_NOT_FOUND`, 409 `DOCUMENT_EXISTS`, `KNOWLEDGE_LIMIT_REACHED`. */
  async replace(
    actor: Actor,
    agentId: string,
    id: string,
    given: string | undefined,
    read: ReadFile,
  ): Promise<KnowledgeDocument> {
    return this.prisma.$transaction(async (transaction) => {
      await this.get(actor.accountId, agentId, id, transaction);
      const draft = await this.drafts.hold(transaction, actor.accountId, agentId);
      const before = await this.get(actor.accountId, agentId, id, transaction);
      const name = given ?? before.name;
      if (name !== before.name) await this.refuseTaken(transaction, agentId, name);
      const fields = await this.fieldsOf(transaction, draft, id, name, read);
      const file = await keepFile(transaction, actor.accountId, read.file, before.sha256);
      const data = { ...fields, ...file, updatedAt: this.clock.now() };
      const document = await transaction.knowledgeDocument.update({ where: { id }, data });
      await this.changed(transaction, actor, agentId, 'document.update', id);
      return document;
    });
  }

  /** @throws ApiError 404 `DOCUMENT_NOT_FOUND`. */
  async delete(actor: Actor, agentId: string, id: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      await this.get(actor.accountId, agentId, id, transaction);
      await this.drafts.hold(transaction, actor.accountId, agentId);
      const { count } = await transaction.knowledgeDocument.deleteMany({ where: { id, agentId } });
      if (count === 0) throw documentNotFound();
      await this.changed(transaction, actor, agentId, 'document.delete', id);
    });
  }

  private async changed(
    transaction: Transaction,
    actor: Actor,
    agentId: string,
    action: string,
    resourceId: string,
  ): Promise<void> {
    await this.passages.freeze(transaction, actor.accountId, agentId);
    await recordChange(transaction, actor, { action, resourceId, agentId });
  }

  private async copy(
    transaction: Transaction,
    from: { readonly id: string },
    to: { readonly id: string; readonly accountId: string },
  ): Promise<void> {
    // Holds the draft, so that no document is deleted concurrently. Files are locked in the order of their hashes, as
    // deletions do.
    await this.drafts.hold(transaction, to.accountId, from.id);
    const documents = await transaction.knowledgeDocument.findMany({
      where: { agentId: from.id },
      select: { id: true, source: true },
      orderBy: { sha256: 'asc' },
    });
    if (documents.length === 0) return;
    await this.drafts.hold(transaction, to.accountId, to.id);
    for (const { id, source } of documents) {
      const copyId = newId('kdoc');
      const origin = { agentId: to.id, originId: copyId };
      const copied = await this.passages.copy(transaction, { agentId: from.id, source }, origin);
      await transaction.$executeRaw`
        INSERT INTO knowledge_documents (id, agent_id, name, media_type, size_bytes, account_id, sha256, pages, passages,
          source, created_at, updated_at)
        SELECT ${copyId}, ${to.id}, name, media_type, size_bytes, account_id, sha256, pages, passages,
          ${copied}, created_at, updated_at FROM knowledge_documents WHERE id = ${id}`;
    }
    await this.passages.freeze(transaction, to.accountId, to.id);
  }

  private async fieldsOf(
    transaction: Transaction,
    { agentId, document }: Draft,
    id: string,
    name: string,
    { file, passages, pages }: ReadFile,
  ) {
    // Only validated documents are stored.
    const { languageCode } = document as unknown as AgentDocument;
    const origin = { id, name, actions: '', exampleQueries: [], language: searchLanguage(languageCode) };
    return {
      name,
      mediaType: file.type,
      sizeBytes: file.content.length,
      pages,
      passages: passages.length,
      source: await this.passages.store(transaction, agentId, origin, passages),
    };
  }

  private async refuseTaken(transaction: Transaction, agentId: string, name: string): Promise<void> {
    const where = { agentId_name: { agentId, name } };
    const taken = await transaction.knowledgeDocument.findUnique({ where, select: { id: true } });
    if (!taken) return;
    throw conflict(
      'DOCUMENT_EXISTS',
      `The agent has a document of that name, ${taken.id}. Replace it with PUT, or choose another name.`,
    );
  }

  private async refuseOneTooMany(
    transaction: Transaction,
    accountId: string,
    agentId: string,
  ): Promise<void> {
    this.quotas.refuseAbove(await transaction.knowledgeDocument.count({ where: { agentId } }), {
      accountId,
      quota: 'documentsPerAgent',
      code: 'DOCUMENT_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
  }
}

/**
 * Stores a file once per account, and locks it: deleting other documents with the same file must not remove it. The
 * replaced file may be deleted: both are locked in the order of their hashes, so that two replacements can't deadlock.
 */
async function keepFile(
  transaction: Transaction,
  accountId: string,
  { content }: FileBody,
  replaced?: string,
): Promise<{ accountId: string; sha256: string }> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (replaced !== undefined)
    await transaction.$executeRaw`
      SELECT FROM knowledge_files WHERE account_id = ${accountId} AND sha256 IN (${sha256}, ${replaced})
      ORDER BY sha256 FOR UPDATE`;
  await transaction.$executeRaw`
    INSERT INTO knowledge_files AS kept (account_id, sha256, content)
    VALUES (${accountId}, ${sha256}, ${Uint8Array.from(content)})
    ON CONFLICT (account_id, sha256) DO UPDATE SET content = kept.content WHERE false`;
  return { accountId, sha256 };
}
