import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/index.js';
import { type Actor, refuseForeignEnvironment, toDbEnvironment } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { notFound } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { DeploymentApproval } from '../../generated/prisma/client.js';
import { DeploymentHistory } from '../deployment-history.service.js';
import type { GatedPlace } from './gates.store.js';

const MAX_LISTED = 100;

/** People's approvals of versions. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly history: DeploymentHistory,
  ) {}

  /** Newest first, at most 100. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async list(place: GatedPlace, version: string | undefined): Promise<DeploymentApproval[]> {
    const { accountId, agentId, environment } = place;
    await this.agents.get(accountId, agentId);
    return this.prisma.deploymentApproval.findMany({
      where: {
        ...{ agentId, environment: toDbEnvironment(environment) },
        ...(version !== undefined && { version }),
      },
      orderBy: { createdAt: 'desc' },
      take: MAX_LISTED,
    });
  }

  /**
   * Approves a version, or renews the approval. A version that was never deployed is the draft's.
   * @throws ApiError 403, 404 `PROJECT_NOT_FOUND`, `DEPLOYMENT_NOT_FOUND`, `VERSION_NOT_FOUND`.
   */
  async approve(actor: Actor, place: GatedPlace, name: string, comment: string): Promise<DeploymentApproval> {
    const { accountId, agentId } = place;
    refuseForeignEnvironment(actor, place.environment);
    const version = await this.versionOf(place, name);
    const environment = toDbEnvironment(place.environment);
    return this.prisma.$transaction(async (transaction) => {
      const approvedBy = actor.email.toLowerCase();
      const key = { agentId, environment, version, approvedBy };
      const row = await transaction.deploymentApproval.upsert({
        where: { agentId_environment_version_approvedBy: key },
        create: { id: newId('app'), accountId, ...key, comment },
        update: { comment, createdAt: new Date() },
      });
      await this.record(transaction, actor, row, 'deployment.approve');
      return row;
    });
  }

  /** Withdraws any person's approval. @throws ApiError 403, 404 `APPROVAL_NOT_FOUND`. */
  async withdraw(actor: Actor, place: GatedPlace, approvalId: string): Promise<void> {
    refuseForeignEnvironment(actor, place.environment);
    const { accountId, agentId } = place;
    const environment = toDbEnvironment(place.environment);
    await this.prisma.$transaction(async (transaction) => {
      const where = { id: approvalId, accountId, agentId, environment };
      const row = await transaction.deploymentApproval.findFirst({ where });
      if (!row) throw notFound('APPROVAL_NOT_FOUND', 'No such approval.');
      await transaction.deploymentApproval.delete({ where: { id: approvalId } });
      await this.record(transaction, actor, row, 'deployment.withdraw-approval');
    });
  }

  private async versionOf({ accountId, agentId }: GatedPlace, name: string): Promise<string> {
    const draft = await this.history.content(accountId, agentId, 'draft');
    if (draft.version === name) return name;
    return (await this.history.content(accountId, agentId, name)).version;
  }

  private record(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    { id, agentId, environment, version, comment }: DeploymentApproval,
    action: string,
  ): Promise<void> {
    const details = { environment, version, comment };
    return recordChange(transaction, actor, { action, resourceId: id, agentId, details });
  }
}
