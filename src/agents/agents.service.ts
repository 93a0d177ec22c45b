import { Injectable } from '@nestjs/common';
import type { AgentDocument } from '../common/agent-document/index.js';
import { type AuditActor, recordChange } from '../common/audit/index.js';
import { conflict, notFound, uniqueViolation } from '../common/errors/index.js';
import { randomBase62 } from '../common/ids/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { Agent } from '../generated/prisma/client.js';
import { documentColumn } from './document-column.js';
import { hashContent } from './content-hash.js';

const AGENT_ID_LENGTH = 22;

export interface NewAgent {
  /** Chosen by the client, or made here. Unique on the instance. */
  readonly agentId?: string;
  readonly name: string;
  readonly document: AgentDocument;
}

/** The same answer for an agent that doesn't exist and for another account's. */
export const agentNotFound = () => notFound('AGENT_NOT_FOUND', 'No such agent.');

/** Agents: what there is to publish. */
@Injectable()
export class AgentsService {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Makes an agent with its first draft.
   * @throws ApiError 409 `AGENT_ALREADY_EXISTS` when the chosen id is taken.
   */
  async create(
    transaction: Prisma.TransactionClient,
    actor: AuditActor,
    { agentId, name, document }: NewAgent,
  ): Promise<Agent> {
    const id = agentId ?? newAgentId();
    const draft = { document: documentColumn(document), ...hashContent(document), updatedBy: actor.email };
    try {
      const agent = await transaction.agent.create({
        data: { id, accountId: actor.accountId, name, draft: { create: draft } },
      });
      await recordChange(transaction, actor, { action: 'agent.create', resourceId: id, agentId: id });
      return agent;
    } catch (error) {
      if (uniqueViolation(error) !== undefined) {
        throw conflict('AGENT_ALREADY_EXISTS', 'There is an agent with this agentId already.');
      }
      throw error;
    }
  }

  /** @throws ApiError 404 `AGENT_NOT_FOUND`. */
  async get(accountId: string, agentId: string): Promise<Agent> {
    const agent = await this.prisma.agent.findFirst({ where: { id: agentId, accountId } });
    if (!agent) throw agentNotFound();
    return agent;
  }

  /** Removes the agent with all that belongs to it; records of its conversations stay. @throws ApiError 404 `AGENT_NOT_FOUND`. */
  async delete(transaction: Prisma.TransactionClient, actor: AuditActor, agentId: string): Promise<void> {
    const { count } = await transaction.agent.deleteMany({
      where: { id: agentId, accountId: actor.accountId },
    });
    if (count === 0) throw agentNotFound();
    await recordChange(transaction, actor, { action: 'agent.delete', resourceId: agentId, agentId });
  }
}

/** Agent ids have no underscore: clients of the hosted platform expect `^[a-zA-Z0-9-]+$`. */
function newAgentId(): string {
  return `agent-${randomBase62(AGENT_ID_LENGTH)}`;
}
