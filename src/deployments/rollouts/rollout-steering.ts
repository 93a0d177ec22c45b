import { Injectable } from '@nestjs/common';
import { type Actor, fromDbEnvironment, refuseForeignEnvironment } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { conflict } from '../../common/errors/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Rollout as RolloutRow } from '../../generated/prisma/client.js';
import { EventsService, type RecordedWebhookEvent } from '../../webhooks/index.js';
import { rolloutPlan } from './rollout.js';
import { RolloutReturn } from './rollout-return.js';
import { RolloutsService } from './rollouts.service.js';

const notOpen = () => conflict('ROLLOUTS_NOT_OPEN', 'The rollout has ended.');

/** Manual control of a rollout. All methods throw ApiError 403, 404 `ROLLOUT_NOT_FOUND`, 409 `ROLLOUTS_NOT_OPEN`. */
@Injectable()
export class RolloutSteering {
  constructor(
    private readonly prisma: PrismaService,
    private readonly rollouts: RolloutsService,
    private readonly returns: RolloutReturn,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  pause(actor: Actor, agentId: string, rolloutId: string): Promise<RolloutRow> {
    return this.change(actor, agentId, rolloutId, 'pause', () => ({ state: 'paused' }));
  }

  /** Restarts the step's timer. */
  resume(actor: Actor, agentId: string, rolloutId: string): Promise<RolloutRow> {
    return this.change(actor, agentId, rolloutId, 'resume', () => ({
      state: 'running',
      stepStartedAt: this.clock.now(),
    }));
  }

  finish(actor: Actor, agentId: string, rolloutId: string): Promise<RolloutRow> {
    return this.change(actor, agentId, rolloutId, 'finish', (row) => ({
      ...{ state: 'completed', endedAt: this.clock.now(), reason: 'Finished by a person.' },
      stepIndex: rolloutPlan(row).steps.length - 1,
    }));
  }

  async abort(actor: Actor, agentId: string, rolloutId: string): Promise<RolloutRow> {
    let event: RecordedWebhookEvent | undefined;
    const ended = await this.prisma.$transaction(async (transaction) => {
      const row = await this.own(transaction, actor, agentId, rolloutId);
      const reason = 'Aborted by a person.';
      event = await this.returns.rollBack(transaction, row, { state: 'aborted', reason, actor });
      return event && this.rollouts.get(actor.accountId, agentId, rolloutId, transaction);
    });
    if (!ended || !event) throw notOpen();
    this.events.announce(event);
    return ended;
  }

  private async change(
    actor: Actor,
    agentId: string,
    rolloutId: string,
    action: string,
    dataOf: (row: RolloutRow) => Prisma.RolloutUpdateInput,
  ): Promise<RolloutRow> {
    const changed = await this.prisma.$transaction(async (transaction) => {
      const row = await this.own(transaction, actor, agentId, rolloutId);
      if (!(await this.returns.hold(transaction, row))) return undefined;
      await recordChange(transaction, actor, { action: `rollout.${action}`, resourceId: rolloutId, agentId });
      return transaction.rollout.update({ where: { id: rolloutId }, data: dataOf(row) });
    });
    // Outside of the transaction, so that a rollout just found to be superseded stays marked so.
    if (!changed) throw notOpen();
    return changed;
  }

  private async own(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    agentId: string,
    rolloutId: string,
  ): Promise<RolloutRow> {
    const row = await this.rollouts.get(actor.accountId, agentId, rolloutId, transaction);
    refuseForeignEnvironment(actor, fromDbEnvironment(row.environment));
    return row;
  }
}
