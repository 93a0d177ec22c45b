import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/index.js';
import { AccountAnswerers } from '../answering/index.js';
import { type Actor, type EnvironmentName, refuseForeignEnvironment } from '../common/access/index.js';
import { ApiError } from '../common/errors/index.js';
import { type IdempotencyContext, IdempotencyService } from '../http/idempotency/index.js';
import { type PreparedStatement, PrismaService } from '../common/prisma/index.js';
import { DeploymentHistory, deploymentNotFound } from './deployment-history.service.js';
import { DeploymentLimit } from './deployment-limit.js';
import { DeploymentMaker, type DeploymentResult } from './deployment-maker.js';
import { type DeploymentKind, type DeploymentRecord, deploymentView, promotionTarget } from './deployment.js';
import { type DeploymentOrder, DeploymentStatements, withPrecondition } from './deployment.statements.js';
import { GatedDeployments, refuseOverride, type WaitingResult } from './gates/gated-deployments.js';
import type { RolloutPlan } from './rollouts/rollout-plan.js';

export interface ActionRequest {
  readonly actor: Actor;
  readonly idempotency: IdempotencyContext;
  readonly agentId: string;
  readonly message: string;
  /** Rolls the new version out step by step. */
  readonly rollout?: RolloutPlan | undefined;
  /** Waits for gates that block the version. */
  readonly wait?: boolean | undefined;
  /** Reason to override gates that block the version. */
  readonly override?: string | undefined;
}

/** An action ready to be carried out. */
interface PlannedAction {
  readonly order: DeploymentOrder;
  readonly kind: DeploymentKind;
  /** Absent for a publish. */
  readonly source?: Pick<DeploymentRecord, 'id' | 'version'>;
  readonly statement: PreparedStatement;
  /** The error if there is nothing to deploy. */
  readonly missing: () => ApiError;
}

export type ActionAnswer = DeploymentResult | WaitingResult;

const REFUSALS = {
  'no-next-environment': 'A live deployment has no next environment.',
  'not-forward': 'A deployment is promoted forward only; use rollback to go back.',
} as const;

/** Publish, promote and roll back. Each creates a new deployment and changes none. */
@Injectable()
export class DeploymentActions {
  constructor(
    private readonly history: DeploymentHistory,
    private readonly maker: DeploymentMaker,
    private readonly gated: GatedDeployments,
    private readonly limit: DeploymentLimit,
    private readonly statements: DeploymentStatements,
    private readonly answerers: AccountAnswerers,
    private readonly idempotency: IdempotencyService,
    private readonly prisma: PrismaService,
  ) {}

  /**
   * @throws ApiError 403 if the key may not change the environment or override gates, 404 `PROJECT_NOT_FOUND`, 409
   * `DEPLOYMENTS_GATE_CLOSED`.
   */
  async publish(request: ActionRequest, environment: EnvironmentName): Promise<ActionAnswer> {
    const order = orderOf(request, environment);
    const statement = this.statements.publish(order, await this.answerers.published(order.actor.accountId));
    return this.deploy(request, { order, kind: 'publish', statement, missing: agentNotFound });
  }

  /**
   * Deploys the content of a deployment to a later stage.
   * @throws ApiError 400 `DEPLOYMENTS_INVALID_PROMOTION` backwards or beyond live, 403, 404 `DEPLOYMENT_NOT_FOUND`,
   * 409.
   */
  async promote(
    request: ActionRequest,
    deploymentId: string,
    requested: EnvironmentName | undefined,
  ): Promise<ActionAnswer> {
    const earlier = await this.history.get(request.actor.accountId, request.agentId, deploymentId);
    const promotion = promotionTarget(earlier.environment, requested);
    if ('refusal' in promotion) {
      throw new ApiError(400, 'DEPLOYMENTS_INVALID_PROMOTION', REFUSALS[promotion.refusal]);
    }
    return this.redeploy(request, earlier, 'promotion', promotion.target);
  }

  /**
   * Redeploys the content of a deployment to its own environment.
   * @throws ApiError 403, 404 `DEPLOYMENT_NOT_FOUND`, 409.
   */
  async rollBack(request: ActionRequest, deploymentId: string): Promise<ActionAnswer> {
    const earlier = await this.history.get(request.actor.accountId, request.agentId, deploymentId);
    return this.redeploy(request, earlier, 'rollback', earlier.environment);
  }

  private redeploy(
    request: ActionRequest,
    source: DeploymentRecord,
    kind: Exclude<DeploymentKind, 'publish'>,
    environment: EnvironmentName,
  ): Promise<ActionAnswer> {
    const order = orderOf(request, environment);
    const statement = this.statements.redeploy(order, source.id, kind);
    return this.deploy(request, { order, kind, source, statement, missing: deploymentNotFound });
  }

  /**
   * Always one transaction: the statement alone, or a transaction around it if the idempotency key, a rollout, a
   * listener or gates write something too.
   */
  private async deploy(request: ActionRequest, action: PlannedAction): Promise<ActionAnswer> {
    const { actor, idempotency, rollout } = request;
    const { statement, missing } = action;
    const isAlone = idempotency.key === undefined && !rollout;
    if (isAlone) {
      await this.limit.refuseOneTooMany(actor.accountId);
      const [deployment] = await this.prisma.runAlone<DeploymentRecord>(
        withPrecondition('nothing', statement),
      );
      if (deployment) return { deployment: deploymentView(deployment), testRunIds: [] };
    }
    return this.idempotency.run(idempotency, async (transaction) => {
      if (!isAlone) await this.limit.refuseOneTooMany(actor.accountId, transaction);
      const made =
        (await this.maker.make(transaction, withPrecondition('listeners', statement), rollout)) ??
        (await this.gated.deploy(transaction, { ...request, ...action }));
      if (!made) throw missing();
      return made;
    });
  }
}

function orderOf(request: ActionRequest, environment: EnvironmentName): DeploymentOrder {
  const { actor, agentId, message } = request;
  refuseForeignEnvironment(actor, environment);
  if (request.override !== undefined) refuseOverride(actor);
  return { actor, agentId, environment, message };
}
