import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/access/index.js';
import { type AgentDocument, makeWayForPatch } from '../agent-document/index.js';
import { recordChange } from '../audit/index.js';
import { AppConfig } from '../common/config/index.js';
import { conflict } from '../common/errors/index.js';
import { FairQueue } from '../common/fair-shares/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { Draft } from '../generated/prisma/client.js';
import { documentColumn, parseAgentDocument, parseNewAgentDocument } from './agent-document.parser.js';
import { agentNotFound } from './agents.service.js';
import { hashContent } from './content-hash.js';
import { refuseTooLarge } from './document-size.js';
import { RealTimeConfigs } from './real-time-configs/real-time-configs.service.js';
import { mergePatch } from '../common/json/json-objects.js';

@Injectable()
export class DraftsService {
  /** One change per account at a time: each takes main-thread time proportional to the draft's size. */
  private readonly changes = new FairQueue(Infinity, 1);

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
    private readonly configs: RealTimeConfigs,
  ) {}

  /** The document for calls to the draft; undefined if there is no such agent. */
  async document(agentId: string): Promise<AgentDocument | undefined> {
    const draft = await this.prisma.draft.findUnique({ where: { agentId }, select: { document: true } });
    return draft ? parseAgentDocument(draft.document) : undefined;
  }

  /** The document's language, BCP 47; undefined if it names none. */
  async languageOf(agentId: string): Promise<string | undefined> {
    const [draft] = await this.prisma.$queryRaw<{ code: string | null }[]>`
      SELECT document ->> 'languageCode' AS code FROM drafts WHERE agent_id = ${agentId}`;
    return draft?.code ?? undefined;
  }

  /** @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async get(
    accountId: string,
    agentId: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<Draft> {
    const draft = await client.draft.findFirst({ where: { agentId, agent: { accountId } } });
    if (!draft) throw agentNotFound();
    return draft;
  }

  /**
   * Replaces the document, if it is still the revision that was edited.
   * @throws ApiError 400 for an invalid document, 404, 409 `DRAFT_REVISION_CONFLICT` after another save.
   */
  async save(actor: Actor, agentId: string, revision: number, document: unknown): Promise<Draft> {
    return this.changes.run(actor.accountId, async () => {
      const parsed = await parseNewAgentDocument(document, () =>
        this.configs.names(actor.accountId, agentId),
      );
      return this.prisma.$transaction((transaction) =>
        this.replace(transaction, actor, agentId, revision, parsed),
      );
    });
  }

  /** Like `save`, with a JSON Merge Patch (RFC 7396) of the document. */
  async patch(actor: Actor, agentId: string, revision: number, patch: unknown): Promise<Draft> {
    const change = async (transaction: Prisma.TransactionClient) => {
      const draft = await this.get(actor.accountId, agentId, transaction);
      const merged = mergePatch(makeWayForPatch(draft.document, patch), patch);
      const patched = await parseNewAgentDocument(merged, () =>
        this.configs.names(actor.accountId, agentId, transaction),
      );
      return this.replace(transaction, actor, agentId, revision, patched);
    };
    return this.changes.run(actor.accountId, () => this.prisma.$transaction(change));
  }

  private async replace(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
    revision: number,
    document: AgentDocument,
  ): Promise<Draft> {
    refuseTooLarge(document, this.config.limits.documentMaxBytes);
    const knowledge = await this.heldKnowledge(transaction, actor.accountId, agentId);
    const [draft] = await transaction.draft.updateManyAndReturn({
      where: { agentId, revision, agent: { accountId: actor.accountId } },
      data: {
        document: documentColumn(document),
        ...(await hashContent(document, knowledge)),
        revision: { increment: 1 },
        updatedBy: actor.email,
      },
    });
    if (!draft) return this.refuse(transaction, actor.accountId, agentId);
    await transaction.agent.update({ where: { id: agentId }, data: { updatedAt: draft.updatedAt } });
    const details = { revision: draft.revision, version: draft.version };
    await recordChange(transaction, actor, { action: 'draft.save', resourceId: agentId, agentId, details });
    return draft;
  }

  /**
   * The agent's knowledge changed: updates the draft's version, and keeps its revision. Call it with the draft held.
   */
  async setKnowledge(
    transaction: Prisma.TransactionClient,
    accountId: string,
    agentId: string,
    knowledgeHash: string | null,
  ): Promise<void> {
    const { document } = await this.get(accountId, agentId, transaction);
    await transaction.draft.update({
      where: { agentId },
      data: { knowledgeHash, ...(await hashContent(parseAgentDocument(document), knowledgeHash)) },
    });
  }

  /** Locks the draft until the transaction ends. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async hold(transaction: Prisma.TransactionClient, accountId: string, agentId: string): Promise<Draft> {
    await this.heldKnowledge(transaction, accountId, agentId);
    return this.get(accountId, agentId, transaction);
  }

  private async heldKnowledge(
    transaction: Prisma.TransactionClient,
    accountId: string,
    agentId: string,
  ): Promise<string | null> {
    const [held] = await transaction.$queryRaw<{ knowledge: string | null }[]>`
      SELECT draft.knowledge_hash AS knowledge FROM drafts draft JOIN agents agent ON agent.id = draft.agent_id
      WHERE draft.agent_id = ${agentId} AND agent.account_id = ${accountId} FOR UPDATE OF draft`;
    return held?.knowledge ?? null;
  }

  private async refuse(
    transaction: Prisma.TransactionClient,
    accountId: string,
    agentId: string,
  ): Promise<never> {
    const current = await this.get(accountId, agentId, transaction);
    throw conflict(
      'DRAFT_REVISION_CONFLICT',
      `The draft is at revision ${current.revision} by now. Read it again and repeat your change.`,
    );
  }
}
