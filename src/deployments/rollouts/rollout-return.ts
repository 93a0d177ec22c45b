import { Injectable } from '@nestjs/common';
import { lockAgent } from '../../agents/index.js';
import type { AuditActor } from '../../audit/index.js';
import { fromDbEnvironment } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import { EventsService, type RecordedWebhookEvent } from '../../webhooks/index.js';
import { deploymentView, type DeploymentRecord } from '../deployment.js';
import { DeploymentStatements } from '../deployment.statements.js';
import { isOpen, rolloutView } from './rollout.js';
import { type GuardFindings, rollbackEvidence } from './rollback-evidence.js';

export interface ReturnOrder {
  readonly state: 'rolled_back' | 'aborted';
  readonly reason: string;
  readonly found?: GuardFindings;
  /** The actor; for guards, the person who began the rollout. */
  readonly actor?: AuditActor;
}

/** Rolls back to the version that a rollout was to replace. */
@Injectable()
export class RolloutReturn {
  constructor(
    private readonly statements: DeploymentStatements,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks a rollout whose deployment is still active; otherwise it was superseded and is marked so. Locks in the order
   * of deployments: agent, environment.
   * @returns whether it is still open.
   */
  async hold(
    transaction: Prisma.TransactionClient,
    { id, accountId, agentId, deploymentId }: RolloutRow,
  ): Promise<boolean> {
    await lockAgent(transaction, { accountId, agentId }, 'KEY SHARE');
    const active = await transaction.$queryRaw<unknown[]>`
      SELECT 1 FROM active_deployments WHERE deployment_id = ${deploymentId} FOR UPDATE`;
    await transaction.$queryRaw`SELECT 1 FROM rollouts WHERE id = ${id} FOR UPDATE`;
    const row = await transaction.rollout.findUnique({ where: { id } });
    if (!row || !isOpen(row)) return false;
    if (active.length > 0) return true;
    await transaction.rollout.update({
      where: { id },
      data: { state: 'superseded', endedAt: this.clock.now(), reason: 'Another deployment took its place.' },
    });
    return false;
  }

  /** Redeploys the old version and records the event. @returns the event; undefined if the rollout has ended. */
  async rollBack(
    transaction: Prisma.TransactionClient,
    row: RolloutRow,
    { state, reason, found, actor }: ReturnOrder,
  ): Promise<RecordedWebhookEvent | undefined> {
    if (!(await this.hold(transaction, row))) return undefined;
    const { text, values } = this.statements.redeploy(
      {
        actor: actor ?? { accountId: row.accountId, email: row.createdBy },
        agentId: row.agentId,
        environment: fromDbEnvironment(row.environment),
        message: `${state === 'aborted' ? 'Rollout aborted' : 'Rollout taken back'}: ${reason}`,
      },
      row.baseDeploymentId,
      'rollback',
    );
    const [made] = await transaction.$queryRawUnsafe<DeploymentRecord[]>(text, ...values);
    if (!made) return undefined;
    const deployment = { ...made, evidence: rollbackEvidence(row, state, found) };
    await transaction.deployment.update({
      where: { id: made.id },
      data: { evidence: deployment.evidence as unknown as Prisma.InputJsonObject },
    });
    const ended = await transaction.rollout.update({
      where: { id: row.id },
      data: {
        ...{ state, reason, endedAt: this.clock.now(), rollbackDeploymentId: deployment.id },
        ...(found && { findings: found.findings as unknown as Prisma.InputJsonArray }),
      },
    });
    const data = { deployment: deploymentView(deployment), rollout: rolloutView(ended) };
    return this.events.record(transaction, {
      accountId: row.accountId,
      type: 'deployment.rolled_back',
      data: data as unknown as Prisma.InputJsonObject,
    });
  }
}
