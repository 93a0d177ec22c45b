import { Injectable } from '@nestjs/common';
import { AgentsService, parseAgentDocument, publishedDocument } from '../../agents/index.js';
import { type EnvironmentName, toDbEnvironment } from '../../common/access/index.js';
import { conflict, notFound, validationFailed } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import type { DeploymentRecord } from '../deployment.js';
import { isOpen, shareOf } from './rollout.js';
import { hasMostCalls, type RolloutPlan } from './rollout-plan.js';

const MAX_LISTED = 100;

export const NOTHING_TO_COMPARE = {
  ROLLOUTS_NOTHING_TO_COMPARE: 'Nothing was deployed to live before. Deploy without a rollout first.',
};

const rolloutNotFound = () => notFound('ROLLOUT_NOT_FOUND', 'No such rollout.');

@Injectable()
export class RolloutsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
  ) {}

  /**
   * Begins a rollout of a new deployment, in its transaction.
   * @throws ApiError 400 for a guard on success if either document lacks a criterion, 409 `ROLLOUTS_NOTHING_TO_COMPARE`
   * for the first deployment of an environment.
   */
  async begin(
    transaction: Prisma.TransactionClient,
    deployment: DeploymentRecord,
    plan: RolloutPlan,
  ): Promise<void> {
    const { accountId, agentId, createdBy } = deployment;
    const environment = toDbEnvironment(deployment.environment);
    const before = await transaction.deployment.findFirst({
      where: { agentId, environment, number: deployment.number - 1 },
      select: { id: true },
    });
    if (!before) {
      throw conflict(
        'ROLLOUTS_NOTHING_TO_COMPARE',
        `Nothing was deployed to ${deployment.environment} before. Deploy without a rollout first.`,
      );
    }
    const baseDeploymentId = await this.supersede(transaction, before.id);
    await refuseUnknownSuccess(transaction, deployment, baseDeploymentId, plan);
    await transaction.rollout.create({
      data: {
        id: newId('rol'),
        ...{ accountId, agentId, environment, createdBy, baseDeploymentId },
        deploymentId: deployment.id,
        plan: plan as unknown as Prisma.InputJsonObject,
      },
    });
  }

  /** Newest first, at most 100. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async list(
    accountId: string,
    agentId: string,
    environment: EnvironmentName | undefined,
  ): Promise<RolloutRow[]> {
    await this.agents.get(accountId, agentId);
    return this.prisma.rollout.findMany({
      where: { agentId, ...(environment !== undefined && { environment: toDbEnvironment(environment) }) },
      orderBy: { createdAt: 'desc' },
      take: MAX_LISTED,
    });
  }

  /** @throws ApiError 404 `ROLLOUT_NOT_FOUND`, also for another account's. */
  async get(
    accountId: string,
    agentId: string,
    rolloutId: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<RolloutRow> {
    const row = await client.rollout.findFirst({ where: { id: rolloutId, accountId, agentId } });
    if (!row) throw rolloutNotFound();
    return row;
  }

  /**
   * Ends the rollout of the previous deployment, if it has one.
   * @returns the baseline of the next rollout: the version that most callers had.
   */
  private async supersede(transaction: Prisma.TransactionClient, deploymentId: string): Promise<string> {
    const row = await transaction.rollout.findUnique({ where: { deploymentId } });
    if (!row || !isOpen(row)) return deploymentId;
    await transaction.rollout.update({
      where: { id: row.id },
      data: { state: 'superseded', endedAt: new Date(), reason: 'Another rollout took its place.' },
    });
    return hasMostCalls(shareOf(row)) ? deploymentId : row.baseDeploymentId;
  }
}

/** @throws ApiError 400: without a criterion no call can miss it, and calls of one version alone say nothing. */
async function refuseUnknownSuccess(
  transaction: Prisma.TransactionClient,
  { agentId, version }: DeploymentRecord,
  baseDeploymentId: string,
  { guards }: RolloutPlan,
): Promise<void> {
  const index = guards.findIndex(({ metric }) => metric === 'failures');
  if (index < 0) return;
  const base = await transaction.deployment.findUnique({
    where: { id: baseDeploymentId },
    select: { version: true },
  });
  for (const [which, of] of [
    ['document', version],
    ['document of the version before it', base?.version ?? version],
  ] as const) {
    const document = await publishedDocument(transaction, agentId, of);
    if (document && parseAgentDocument(document).analysis?.success !== undefined) continue;
    throw validationFailed(
      `rollout.guards[${index}].metric is failures, but the ${which} has no analysis.success that says what success is.`,
    );
  }
}
