import { Injectable } from '@nestjs/common';
import type { Prisma, PreparedStatement } from '../common/prisma/index.js';
import { DeploymentListeners } from './deployment-listener.js';
import { type DeploymentRecord, deploymentView, type DeploymentView } from './deployment.js';
import type { RolloutPlan } from './rollouts/rollout-plan.js';
import { RolloutsService } from './rollouts/rollouts.service.js';

/** The response to every action. */
export interface DeploymentResult {
  readonly deployment: DeploymentView;
  readonly testRunIds: readonly string[];
}

/** Makes a deployment with all its side effects, in one transaction. */
@Injectable()
export class DeploymentMaker {
  constructor(
    private readonly rollouts: RolloutsService,
    private readonly listeners: DeploymentListeners,
  ) {}

  /** Undefined if the statement did nothing. @throws ApiError 409 `ROLLOUTS_NOTHING_TO_COMPARE`. */
  async make(
    transaction: Prisma.TransactionClient,
    { text, values }: PreparedStatement,
    rollout: RolloutPlan | undefined,
  ): Promise<DeploymentResult | undefined> {
    const [deployment] = await transaction.$queryRawUnsafe<DeploymentRecord[]>(text, ...values);
    if (!deployment) return undefined;
    if (rollout) await this.rollouts.begin(transaction, deployment, rollout);
    const testRunIds = await this.listeners.deployed(transaction, deployment);
    return { deployment: deploymentView(deployment), testRunIds };
  }
}
