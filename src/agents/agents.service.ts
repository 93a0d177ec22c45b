import { Injectable } from '@nestjs/common';
import {
  type Actor,
  ENVIRONMENTS,
  mayChangeEnvironment,
  type Principal,
  refuseForeignEnvironment,
  toDbEnvironment,
} from '../common/access/index.js';
import type { AgentDocument } from '../agent-document/index.js';
import { type AuditActor, recordChange } from '../audit/index.js';
import { AppConfig } from '../common/config/index.js';
import { conflict, notFound, uniqueViolation } from '../common/errors/index.js';
import { randomBase62 } from '../common/ids/index.js';
import { AccountQuotas } from '../quotas/index.js';
import { after, NEWEST_FIRST, pageOf } from '../http/pagination/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { Agent } from '../generated/prisma/client.js';
import { documentColumn, parseAgentDocument } from './agent-document.parser.js';
import { hashContent } from './content-hash.js';
import { refuseTooLarge } from './document-size.js';

/** Up to a request's size each, and unused here. */
const WITHOUT_CONFIG = { experimentalConfig: true } as const;

/** An agent as it is read. */
export type KnownAgent = Omit<Agent, 'experimentalConfig'>;

const AGENT_ID_LENGTH = 22;
const MAX_NAME_LENGTH = 100;

export interface NewAgent {
  /** Chosen by the client, or generated. Unique on the instance. */
  readonly agentId?: string;
  readonly name: string;
  readonly document: AgentDocument;
  /** Sent by clients of the hosted platform; stored, not used. */
  readonly experimentalConfig?: object;
}

/** The same response for a missing agent and another account's. */
export const agentNotFound = () => notFound('PROJECT_NOT_FOUND', 'No such agent.');

export type AgentCopier = (
  transaction: Prisma.TransactionClient,
  source: Pick<Agent, 'id' | 'accountId'>,
  copy: Pick<Agent, 'id' | 'accountId'>,
) => Promise<void>;

@Injectable()
export class AgentsService {
  private readonly copiers: AgentCopier[] = [];

  constructor(
    private readonly prisma: PrismaService,
    private readonly quotas: AccountQuotas,
    private readonly config: AppConfig,
  ) {}

  /** The agents that the key may access, newest first. @throws ApiError 400 for a bad cursor. */
  async list(principal: Principal, { limit, cursor }: { limit: number; cursor?: string }) {
    const rows = await this.prisma.agent.findMany({
      where: {
        accountId: principal.accountId,
        ...(principal.agentIds && { id: { in: [...principal.agentIds] } }),
        AND: after(cursor),
      },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
      omit: WITHOUT_CONFIG,
    });
    return pageOf(rows, limit);
  }

  async has(accountId: string, agentId: string): Promise<boolean> {
    const where = { id: agentId, accountId };
    return (await this.prisma.agent.findFirst({ where, select: { id: true } })) !== null;
  }

  /** @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async get(accountId: string, agentId: string): Promise<KnownAgent> {
    const where = { id: agentId, accountId };
    const agent = await this.prisma.agent.findFirst({ where, omit: WITHOUT_CONFIG });
    if (!agent) throw agentNotFound();
    return agent;
  }

  /**
   * Creates an agent with its first draft.
   * @throws ApiError 400 for a document that is too large, 409 `PROJECT_ID_ALREADY_EXISTS` when the chosen id is
   * taken, `AGENT_LIMIT_REACHED`.
   */
  async create(
    transaction: Prisma.TransactionClient,
    actor: AuditActor,
    { agentId, name, document, experimentalConfig }: NewAgent,
  ): Promise<Agent> {
    const { documentMaxBytes } = this.config.limits;
    refuseTooLarge(document, documentMaxBytes);
    await this.refuseOneTooMany(transaction, actor.accountId);
    const id = agentId ?? newAgentId();
    const draft = {
      document: documentColumn(document),
      ...(await hashContent(document)),
      updatedBy: actor.email,
    };
    try {
      const agent = await transaction.agent.create({
        data: {
          id,
          accountId: actor.accountId,
          name,
          experimentalConfig,
          draft: { create: draft },
        },
      });
      await recordChange(transaction, actor, { action: 'agent.create', resourceId: id, agentId: id });
      return agent;
    } catch (error) {
      if (uniqueViolation(error) !== undefined) {
        throw conflict('PROJECT_ID_ALREADY_EXISTS', 'An agent with this agentId already exists.');
      }
      throw error;
    }
  }

  /**
   * Creates an agent with a copy of another one's draft.
   * @throws ApiError 404 `PROJECT_NOT_FOUND`, 409 as `create`.
   */
  async duplicate(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    sourceId: string,
    { agentId, name }: { agentId?: string; name?: string },
  ): Promise<Agent> {
    const source = await transaction.agent.findFirst({
      where: { id: sourceId, accountId: actor.accountId },
      include: { draft: true },
    });
    if (!source?.draft) throw agentNotFound();
    const copy = await this.create(transaction, actor, {
      agentId,
      name: name ?? `Copy of ${source.name}`.slice(0, MAX_NAME_LENGTH),
      document: parseAgentDocument(source.draft.document),
      experimentalConfig: (source.experimentalConfig as object | null) ?? undefined,
    });
    for (const copyParts of this.copiers) await copyParts(transaction, source, copy);
    return copy;
  }

  /** For higher layers that store parts of an agent's draft: called in the transaction that duplicates an agent. */
  onDuplicate(copier: AgentCopier): void {
    this.copiers.push(copier);
  }

  /** @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async rename(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
    name: string,
  ): Promise<Agent> {
    const [agent] = await transaction.agent.updateManyAndReturn({
      where: { id: agentId, accountId: actor.accountId },
      data: { name },
    });
    if (!agent) throw agentNotFound();
    await recordChange(transaction, actor, { action: 'agent.rename', resourceId: agentId, agentId });
    return agent;
  }

  /**
   * Deletes the agent with everything that belongs to it, except the records of its conversations.
   * @throws ApiError 403 if that includes something of an environment that the key may not change, 404
   * `PROJECT_NOT_FOUND`.
   */
  async delete(transaction: Prisma.TransactionClient, actor: Actor, agentId: string): Promise<void> {
    await this.refuseForeignEnvironments(transaction, actor, agentId);
    const { count } = await transaction.agent.deleteMany({
      where: { id: agentId, accountId: actor.accountId },
    });
    if (count === 0) throw agentNotFound();
    await recordChange(transaction, actor, { action: 'agent.delete', resourceId: agentId, agentId });
  }

  private async refuseOneTooMany(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'agents',
      count: () => transaction.agent.count({ where: { accountId } }),
      code: 'AGENT_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
  }

  private async refuseForeignEnvironments(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
  ): Promise<void> {
    if (actor.environments === undefined) return;
    // Locked until the transaction ends, so that nothing is deployed or connected concurrently.
    await transaction.$executeRaw`SELECT 1 FROM agents WHERE id = ${agentId} FOR UPDATE`;
    const of = { accountId: actor.accountId, agentId };
    const foreign = ENVIRONMENTS.filter((name) => !mayChangeEnvironment(actor, name));
    for (const environment of foreign) {
      const where = { ...of, environment: toDbEnvironment(environment) };
      const used =
        (await transaction.deployment.findFirst({ where, select: { id: true } })) ??
        (await transaction.connector.findFirst({ where, select: { id: true } }));
      if (used)
        refuseForeignEnvironment(actor, environment, `delete an agent that is used in ${environment}`);
    }
  }
}

/** Agent ids have no underscore: clients of the hosted platform expect `^[a-zA-Z0-9-]+$`. */
function newAgentId(): string {
  return `agent-${randomBase62(AGENT_ID_LENGTH)}`;
}

/** The document of a published version; undefined if the agent has no such version. */
export async function publishedDocument(
  client: Pick<Prisma.TransactionClient, '$queryRaw'>,
  agentId: string,
  version: string,
): Promise<object | undefined> {
  const [row] = await client.$queryRaw<{ document: object }[]>`
    SELECT content.document FROM agent_versions AS version
    JOIN agent_contents AS content ON content.account_id = version.account_id AND content.hash = version.content_hash
    WHERE version.agent_id = ${agentId} AND version.version = ${version}`;
  return row?.document;
}
