import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { agentNotFound } from '../agents/index.js';
import { type Actor, type EnvironmentName, mayChangeEnvironment } from '../common/access/index.js';
import { ApiError, forbidden } from '../common/errors/index.js';
import { type IdempotencyContext, IdempotencyService } from '../common/idempotency/index.js';
import type { Prisma } from '../common/prisma/index.js';
import { DeploymentHistory, deploymentNotFound } from './deployment-history.service.js';
import { DeploymentListeners } from './deployment-listener.js';
import { deploymentView, type DeploymentRecord, type DeploymentView } from './deployment.js';
import { type DeploymentOrder, publishStatement, redeployStatement } from './deployment.statements.js';
import { promotionTarget } from './promotion.js';

/** The result of every action (interface 2.3). */
export interface DeploymentResult {
  readonly deployment: DeploymentView;
  readonly testRunIds: readonly string[];
}

/** Who acts on what, as every action needs to know. */
export interface ActionRequest {
  readonly actor: Actor;
  readonly idempotency: IdempotencyContext;
  readonly agentId: string;
  readonly message: string;
}

const REFUSALS = {
  'no-next-environment': 'A live deployment has no next environment.',
  'not-forward': 'A deployment is promoted forward only; use rollback to go back.',
} as const;

/** Publish, promote and roll back. Each makes a new deployment and changes none. */
@Injectable()
export class DeploymentActions {
  constructor(
    private readonly history: DeploymentHistory,
    private readonly listeners: DeploymentListeners,
    private readonly idempotency: IdempotencyService,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(DeploymentActions.name);
  }

  /** @throws ApiError 403 where the key may not change the environment, 404 `AGENT_NOT_FOUND`. */
  async publish(request: ActionRequest, environment: EnvironmentName): Promise<DeploymentResult> {
    const order = orderOf(request, environment);
    return this.deploy(request, publishStatement(order), agentNotFound);
  }

  /**
   * Deploys what a deployment has to a later stage.
   * @throws ApiError 400 `DEPLOYMENTS_INVALID_PROMOTION` backwards or beyond live, 403, 404 `DEPLOYMENT_NOT_FOUND`.
   */
  async promote(
    request: ActionRequest,
    deploymentId: string,
    requested: EnvironmentName | undefined,
  ): Promise<DeploymentResult> {
    const earlier = await this.history.get(request.actor.accountId, request.agentId, deploymentId);
    const promotion = promotionTarget(earlier.environment, requested);
    if ('refusal' in promotion) {
      throw new ApiError(400, 'DEPLOYMENTS_INVALID_PROMOTION', REFUSALS[promotion.refusal]);
    }
    const order = orderOf(request, promotion.target);
    return this.deploy(request, redeployStatement(order, deploymentId, 'promotion'), deploymentNotFound);
  }

  /** Deploys what a deployment had again to its own environment. @throws ApiError 403, 404 `DEPLOYMENT_NOT_FOUND`. */
  async rollBack(request: ActionRequest, deploymentId: string): Promise<DeploymentResult> {
    const earlier = await this.history.get(request.actor.accountId, request.agentId, deploymentId);
    const order = orderOf(request, earlier.environment);
    return this.deploy(request, redeployStatement(order, deploymentId, 'rollback'), deploymentNotFound);
  }

  private deploy(
    request: ActionRequest,
    statement: Prisma.Sql,
    missing: () => ApiError,
  ): Promise<DeploymentResult> {
    const repeatable = request.idempotency.key !== undefined;
    return this.idempotency.runStatement(request.idempotency, async (client) => {
      const [deployment] = await client.$queryRaw<DeploymentRecord[]>(statement);
      if (!deployment) throw missing();
      const testRunIds = repeatable
        ? await this.listeners.deployed(client, deployment)
        : await this.notifyAfterwards(client, deployment);
      return { deployment: deploymentView(deployment), testRunIds };
    });
  }

  /** Without a transaction around it the deployment is a fact already, which nobody's failure may deny. */
  private async notifyAfterwards(
    client: Prisma.TransactionClient,
    deployment: DeploymentRecord,
  ): Promise<string[]> {
    try {
      return await this.listeners.deployed(client, deployment);
    } catch (error) {
      this.logger.error({ err: error, deploymentId: deployment.id }, 'a listener failed after a deployment');
      return [];
    }
  }
}

function orderOf(request: ActionRequest, environment: EnvironmentName): DeploymentOrder {
  const { actor, agentId, message } = request;
  if (!mayChangeEnvironment(actor, environment)) throw forbidden();
  return { actor, agentId, environment, message };
}
