import { Injectable } from '@nestjs/common';
import { type Actor, fromDbEnvironment, refuseForeignEnvironment } from '../../common/access/index.js';
import { type AuditActor, recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { conflict, validationFailed } from '../../common/errors/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Experiment as ExperimentRow } from '../../generated/prisma/client.js';
import { DeploymentMaker } from '../deployment-maker.js';
import { DeploymentStatements } from '../deployment.statements.js';
import { GatesService } from '../gates/gates.service.js';
import type { GatedPlace } from '../gates/gates.store.js';
import { describeHeld, isHeld } from '../gates/judge-gates.js';
import { EventsService } from '../../webhooks/index.js';
import { experimentPlan } from './experiment.js';
import { recordEnd } from './experiment-event.js';
import type { ExperimentArm } from './experiment-plan.js';
import { experimentNotFound, ExperimentsService } from './experiments.service.js';

export interface PromotionOrder {
  readonly actor: AuditActor;
  readonly place: GatedPlace;
  readonly arm: string;
  readonly reason: string;
  /** Only this one; absent: whichever is running. */
  readonly experimentId?: string;
}

/** Gives all calls to a winning arm. */
@Injectable()
export class ExperimentPromotion {
  constructor(
    private readonly prisma: PrismaService,
    private readonly experiments: ExperimentsService,
    private readonly gates: GatesService,
    private readonly maker: DeploymentMaker,
    private readonly statements: DeploymentStatements,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 400 for an unknown arm, 403, 404, 409 if gates block its version. */
  async byHand(actor: Actor, place: GatedPlace, arm: string): Promise<ExperimentRow> {
    refuseForeignEnvironment(actor, place.environment);
    return this.promote({ actor, place, arm, reason: 'Promoted by a person.' });
  }

  /**
   * A version is deployed as any other, so the gates are checked again. A variant, or the active deployment, gets all
   * calls until the next deployment.
   */
  async promote(order: PromotionOrder): Promise<ExperimentRow> {
    const { actor, place, arm: name, reason, experimentId } = order;
    const { ended, event } = await this.prisma.$transaction(async (transaction) => {
      const active = await this.experiments.hold(transaction, place);
      const row = await transaction.experiment.findFirst({
        where: {
          ...(experimentId !== undefined && { id: experimentId }),
          ...{ agentId: place.agentId, deploymentId: active.id, state: 'running' },
        },
      });
      if (!row || fromDbEnvironment(row.environment) !== place.environment) throw experimentNotFound();
      const arm = experimentPlan(row).arms.find((one) => one.name === name);
      if (!arm)
        throw validationFailed(
          `arm must be one of ${experimentPlan(row)
            .arms.map((one) => one.name)
            .join(', ')}.`,
        );
      const deploymentId = await this.deploy(transaction, order, arm, row);
      const { agentId } = place;
      const details = { winner: name, reason, ...(deploymentId !== undefined && { deploymentId }) };
      await recordChange(transaction, actor, {
        action: 'experiment.promote',
        resourceId: row.id,
        agentId,
        details,
      });
      const ended = await transaction.experiment.update({
        where: { id: row.id },
        data: { state: 'decided', winner: name, reason, endedAt: this.clock.now() },
      });
      return { ended, event: await recordEnd(this.events, transaction, ended) };
    });
    this.events.announce(event);
    return ended;
  }

  /** @returns the new deployment; undefined if the winner's version is active already. */
  private async deploy(
    transaction: Prisma.TransactionClient,
    { actor, place, reason }: PromotionOrder,
    { build, variantId, name }: ExperimentArm,
    row: ExperimentRow,
  ): Promise<string | undefined> {
    // A variant of another version stays an arm: only its experiment assigns variants to callers.
    if (!build || variantId !== undefined) return undefined;
    const { agentId, environment } = place;
    const earlier = await transaction.deployment.count({
      where: { agentId, environment: row.environment, version: build.version },
    });
    const kind = earlier > 0 ? 'rollback' : 'promotion';
    const candidate = { version: build.version, kind, askedBy: actor.email } as const;
    const states = await this.gates.statesUnderLock(transaction, place, candidate);
    if (isHeld(states)) throw conflict('DEPLOYMENTS_GATE_CLOSED', describeHeld(environment, states));
    const message = `Experiment ${row.name === '' ? row.id : `"${row.name}"`}: ${name} has won. ${reason}`;
    const order = { actor, agentId, environment, message };
    const statement = this.statements.redeploy(order, build.deploymentId, kind);
    const made = await this.maker.make(transaction, statement, undefined);
    return made?.deployment.id;
  }
}
