import { Injectable } from '@nestjs/common';
import { holdDraft } from '../../agents/index.js';
import type { Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { conflict, forbidden, missingScope } from '../../common/errors/index.js';
import type { Prisma, PreparedStatement } from '../../common/prisma/index.js';
import { DeploymentMaker, type DeploymentResult } from '../deployment-maker.js';
import type { DeploymentKind, DeploymentRecord } from '../deployment.js';
import type { DeploymentOrder } from '../deployment.statements.js';
import type { RolloutPlan } from '../rollouts/rollout-plan.js';
import { GatesService } from './gates.service.js';
import { describeHeld, type GateState, isHeld } from './judge-gates.js';
import { type PendingView, pendingView } from './pending-deployment.js';
import { PendingDeploymentsService } from './pending-deployments.service.js';

const OVERRIDE = 'deployments:override';

export interface WaitingResult {
  readonly pendingDeployment: PendingView;
  readonly testRunIds: readonly string[];
}

export interface GatedAction {
  readonly actor: Actor;
  readonly order: DeploymentOrder;
  readonly kind: DeploymentKind;
  readonly source?: Pick<DeploymentRecord, 'id' | 'version'>;
  /** Deploys regardless of gates. */
  readonly statement: PreparedStatement;
  readonly rollout?: RolloutPlan | undefined;
  readonly wait?: boolean | undefined;
  readonly override?: string | undefined;
}

/** @throws ApiError 403 if the key may not override gates. */
export function refuseOverride({ scopes }: Actor): void {
  if (!scopes.has(OVERRIDE)) throw forbidden(missingScope(OVERRIDE));
}

@Injectable()
export class GatedDeployments {
  constructor(
    private readonly gates: GatesService,
    private readonly maker: DeploymentMaker,
    private readonly pending: PendingDeploymentsService,
  ) {}

  /**
   * Undefined if there is nothing to deploy.
   * @throws ApiError 409 `DEPLOYMENTS_GATE_CLOSED`, which describes each gate.
   */
  async deploy(
    transaction: Prisma.TransactionClient,
    action: GatedAction,
  ): Promise<DeploymentResult | WaitingResult | undefined> {
    const { actor, order, kind, source, wait, override } = action;
    const { agentId, environment } = order;
    const place = { accountId: actor.accountId, agentId, environment };
    const version = source?.version ?? (await holdDraft(transaction, place));
    if (version === undefined) return undefined;
    const candidate = { version, kind, askedBy: actor.email };
    const states = await this.gates.statesUnderLock(transaction, place, candidate);
    if (!isHeld(states)) return this.maker.make(transaction, action.statement, action.rollout);
    if (override !== undefined) return this.goPast(transaction, action, states, override);
    if (wait !== true) throw conflict('DEPLOYMENTS_GATE_CLOSED', describeHeld(environment, states));
    const { row, testRunIds } = await this.pending.create(transaction, { ...action, place, version, states });
    return { pendingDeployment: pendingView(row), testRunIds };
  }

  private async goPast(
    transaction: Prisma.TransactionClient,
    { actor, statement, rollout, order: { agentId, environment } }: GatedAction,
    states: readonly GateState[],
    reason: string,
  ): Promise<DeploymentResult | undefined> {
    const made = await this.maker.make(transaction, statement, rollout);
    if (!made) return undefined;
    const { id, version } = made.deployment;
    const held = states
      .filter(({ state }) => state === 'holding')
      .map(({ gate, words }) => ({ gate, words }));
    const details = { environment, version, reason, held };
    await recordChange(transaction, actor, {
      action: 'deployment.override-gates',
      resourceId: id,
      agentId,
      details,
    });
    return made;
  }
}
