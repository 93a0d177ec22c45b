import { Injectable } from '@nestjs/common';
import type { AgentDocument } from '../../agent-document/index.js';
import { AgentsService, DraftsService } from '../../agents/index.js';
import type { Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { conflict, notFound, validationFailed } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Draft, KnowledgeTopic } from '../../generated/prisma/client.js';
import { PassageStore } from '../passages/passage-store.js';
import { searchLanguage } from '../passages/search-language.js';
import { splitText } from '../passages/split-text.js';

/** The fields of a topic that clients may set. */
export interface TopicFields {
  readonly name: string;
  readonly content: string;
  readonly actions: string;
  readonly exampleQueries: readonly string[];
  readonly isActive: boolean;
}

const READ_AT_ONCE = 10;

const NEW: Omit<TopicFields, 'name'> = { content: '', actions: '', exampleQueries: [], isActive: true };

const topicNotFound = () => notFound('TOPIC_NOT_FOUND', 'No such topic.');

/** Topics of agents' drafts. Each change creates a new version of the draft, which publishing freezes. */
@Injectable()
export class TopicsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly drafts: DraftsService,
    private readonly passages: PassageStore,
    private readonly clock: Clock,
    private readonly quotas: AccountQuotas,
    private readonly config: AppConfig,
  ) {
    agents.onDuplicate((transaction, source, copy) => this.copy(transaction, source, copy));
  }

  /** Oldest first, a few at a time: together they may be large. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async list(accountId: string, agentId: string): Promise<AsyncGenerator<KnowledgeTopic>> {
    await this.agents.get(accountId, agentId);
    return inTurn(this.prisma, await idsOf(this.prisma, agentId));
  }

  /** @throws ApiError 404 `TOPIC_NOT_FOUND`. */
  async get(
    accountId: string,
    agentId: string,
    id: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<KnowledgeTopic> {
    const topic = await client.knowledgeTopic.findFirst({ where: { id, agentId, agent: { accountId } } });
    if (!topic) throw topicNotFound();
    return topic;
  }

  /** @throws ApiError 400, 404 `PROJECT_NOT_FOUND`, 409 above the limit and for a name in use. */
  async create(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
    given: Partial<TopicFields> & { readonly name: string },
  ): Promise<KnowledgeTopic> {
    const draft = await this.drafts.hold(transaction, actor.accountId, agentId);
    await this.refuseOneTooMany(transaction, actor.accountId, agentId);
    await this.refuseNamesake(transaction, agentId, given.name);
    const fields = { ...NEW, ...given };
    const id = newId('top');
    const source = await this.sourceOf(transaction, draft, id, fields);
    const now = this.clock.now();
    const topic = await transaction.knowledgeTopic.create({
      data: {
        ...fields,
        exampleQueries: [...fields.exampleQueries],
        ...{ id, agentId, source, createdAt: now, updatedAt: now },
      },
    });
    await this.changed(transaction, actor, agentId, 'topic.create', id);
    return topic;
  }

  /** @throws ApiError 400, 404 `TOPIC_NOT_FOUND`, 409 `KNOWLEDGE_BASE_TOPIC_ALREADY_EXISTS`. */
  async update(actor: Actor, agentId: string, id: string, given: Partial<TopicFields>): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const { accountId } = actor;
      await this.get(accountId, agentId, id, transaction);
      const draft = await this.drafts.hold(transaction, accountId, agentId);
      const before = await this.get(accountId, agentId, id, transaction);
      const fields = { ...before, ...given };
      if (fields.name !== before.name) await this.refuseNamesake(transaction, agentId, fields.name);
      const source = await this.sourceOf(transaction, draft, id, fields);
      const data = { ...given, exampleQueries: [...fields.exampleQueries], source };
      await transaction.knowledgeTopic.update({
        where: { id },
        data: { ...data, updatedAt: this.clock.now() },
      });
      await this.changed(transaction, actor, agentId, 'topic.update', id);
    });
  }

  /** @throws ApiError 404 `TOPIC_NOT_FOUND`. */
  async delete(actor: Actor, agentId: string, id: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      await this.get(actor.accountId, agentId, id, transaction);
      await this.drafts.hold(transaction, actor.accountId, agentId);
      const { count } = await transaction.knowledgeTopic.deleteMany({ where: { id, agentId } });
      if (count === 0) throw topicNotFound();
      await this.changed(transaction, actor, agentId, 'topic.delete', id);
    });
  }

  /** Call it with the draft held, so that the later of two concurrent changes sees the earlier. */
  private async refuseNamesake(
    transaction: Prisma.TransactionClient,
    agentId: string,
    name: string,
  ): Promise<void> {
    if (!(await transaction.knowledgeTopic.findFirst({ where: { agentId, name }, select: { id: true } })))
      return;
    throw conflict('KNOWLEDGE_BASE_TOPIC_ALREADY_EXISTS', 'The agent already has a topic with this name.');
  }

  private async changed(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
    action: string,
    resourceId: string,
  ): Promise<void> {
    await this.passages.freeze(transaction, actor.accountId, agentId);
    await recordChange(transaction, actor, { action, resourceId, agentId });
  }

  private async copy(
    transaction: Prisma.TransactionClient,
    source: { readonly id: string },
    copy: { readonly id: string; readonly accountId: string },
  ): Promise<void> {
    const ids = await idsOf(transaction, source.id);
    if (ids.length === 0) return;
    const draft = await this.drafts.hold(transaction, copy.accountId, copy.id);
    for await (const topic of inTurn(transaction, ids)) {
      const id = newId('top');
      const data = { ...topic, id, agentId: copy.id };
      await transaction.knowledgeTopic.create({
        data: { ...data, source: await this.sourceOf(transaction, draft, id, topic) },
      });
    }
    await this.passages.freeze(transaction, copy.accountId, copy.id);
  }

  /** Stores the passages of the topic. @returns null while it is not active */
  private async sourceOf(
    transaction: Prisma.TransactionClient,
    { agentId, document }: Draft,
    id: string,
    { name, content, actions, exampleQueries, isActive }: TopicFields,
  ): Promise<string | null> {
    const { topicMaxCharacters: max } = this.config.knowledge;
    if (content.length > max) throw validationFailed(`content must not be longer than ${max} characters`);
    if (!isActive) return null;
    // Only validated documents are stored.
    const { languageCode } = document as unknown as AgentDocument;
    const origin = { id, name, actions, exampleQueries, language: searchLanguage(languageCode) };
    const split = splitText(content);
    return this.passages.store(
      transaction,
      agentId,
      origin,
      split.length > 0 ? split : [{ title: '', text: name }],
    );
  }

  private async refuseOneTooMany(
    transaction: Prisma.TransactionClient,
    accountId: string,
    agentId: string,
  ): Promise<void> {
    this.quotas.refuseAbove(await transaction.knowledgeTopic.count({ where: { agentId } }), {
      accountId,
      quota: 'topicsPerAgent',
      code: 'TOPIC_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
  }
}

/** Oldest first. */
async function idsOf(client: Prisma.TransactionClient, agentId: string): Promise<readonly string[]> {
  const topics = await client.knowledgeTopic.findMany({
    where: { agentId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  return topics.map(({ id }) => id);
}

/** Skips topics deleted since they were found. */
async function* inTurn(
  client: Prisma.TransactionClient,
  ids: readonly string[],
): AsyncGenerator<KnowledgeTopic> {
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const some = ids.slice(at, at + READ_AT_ONCE);
    const found = await client.knowledgeTopic.findMany({ where: { id: { in: some } } });
    const byId = new Map(found.map((topic) => [topic.id, topic]));
    yield* some.flatMap((id) => byId.get(id) ?? []);
  }
}
