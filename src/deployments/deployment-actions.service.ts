import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/index.js';
import { type Actor, type EnvironmentName, refuseForeignEnvironment } from '../common/access/index.js';
import { ApiError } from '../common/errors/index.js';
import { type IdempotencyContext, IdempotencyService } from '../common/idempotency/index.js';
import { type PreparedStatement, PrismaService } from '../common/prisma/index.js';
import { DeploymentHistory, deploymentNotFound } from './deployment-history.service.js';
import { DeploymentLimit } from './deployment-limit.js';
import { DeploymentListeners } from './deployment-listener.js';
import { deploymentView, type DeploymentRecord, type DeploymentView } from './deployment.js';
import { type DeploymentOrder, DeploymentStatements, unlessHeard } from './deployment.statements.js';
import { promotionTarget } from './promotion.js';
import type { RolloutPlan } from './rollouts/rollout-plan.js';
import { RolloutsService } from './rollouts/rollouts.service.js';

/** The response to every action (interface 2.3). */
export interface DeploymentResult {
  readonly deployment: DeploymentView;
  readonly testRunIds: readonly string[];
}

export interface ActionRequest {
  readonly actor: Actor;
  readonly idempotency: IdempotencyContext;
  readonly agentId: string;
  readonly message: string;
  /** Gives the new version its calls step by step. */
  readonly rollout?: RolloutPlan | undefined;
}

const REFUSALS = {
  'no-next-environment': 'A live deployment has no next environment.',
  'not-forward': 'A deployment is promoted forward only; use rollback to go back.',
} as const;

/** Publish, promote and roll back. Each creates a new deployment and changes none. */
@Injectable()
export class DeploymentActions {
  constructor(
    private readonly history: DeploymentHistory,
    private readonly listeners: DeploymentListeners,
    private readonly limit: DeploymentLimit,
    private readonly statements: DeploymentStatements,
    private readonly idempotency: IdempotencyService,
    private readonly prisma: PrismaService,
    private readonly rollouts: RolloutsService,
  ) {}

  /** @throws ApiError 403 where the key may not change the environment, 404 `PROJECT_NOT_FOUND`. */
  async publish(request: ActionRequest, environment: EnvironmentName): Promise<DeploymentResult> {
    const order = orderOf(request, environment);
    return this.deploy(request, this.statements.publish(order), agentNotFound);
  }

  /**
   * Deploys the content of a deployment to a later stage.
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
    return this.deploy(
      request,
      this.statements.redeploy(order, deploymentId, 'promotion'),
      deploymentNotFound,
    );
  }

  /**
   * Redeploys the content of a deployment to its own environment.
   * @throws ApiError 403, 404 `DEPLOYMENT_NOT_FOUND`.
   */
  async rollBack(request: ActionRequest, deploymentId: string): Promise<DeploymentResult> {
    const earlier = await this.history.get(request.actor.accountId, request.agentId, deploymentId);
    const order = orderOf(request, earlier.environment);
    return this.deploy(
      request,
      this.statements.redeploy(order, deploymentId, 'rollback'),
      deploymentNotFound,
    );
  }

  /**
   * Always one transaction: the statement alone where nothing else belongs to it, or a transaction around it if the
   * request's key, a rollout or a listener writes something with it.
   */
  private async deploy(
    { actor: { accountId }, idempotency, rollout }: ActionRequest,
    statement: PreparedStatement,
    missing: () => ApiError,
  ): Promise<DeploymentResult> {
    if (idempotency.key === undefined && !rollout) {
      await this.limit.refuseOneTooMany(accountId);
      const [deployment] = await this.prisma.runAlone<DeploymentRecord>(unlessHeard(statement));
      if (deployment) return { deployment: deploymentView(deployment), testRunIds: [] };
    }
    return this.idempotency.run(idempotency, async (transaction) => {
      if (idempotency.key !== undefined || rollout) await this.limit.refuseOneTooMany(accountId, transaction);
      const { text, values } = statement;
      const [deployment] = await transaction.$queryRawUnsafe<DeploymentRecord[]>(text, ...values);
      if (!deployment) throw missing();
      if (rollout) await this.rollouts.begin(transaction, deployment, rollout);
      const testRunIds = await this.listeners.deployed(transaction, deployment);
      return { deployment: deploymentView(deployment), testRunIds };
    });
  }
}

function orderOf(request: ActionRequest, environment: EnvironmentName): DeploymentOrder {
  const { actor, agentId, message } = request;
  refuseForeignEnvironment(actor, environment);
  return { actor, agentId, environment, message };
}
