import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { fromDbEnvironment } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { PollingService, JobRunner } from '../../jobs/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { CallOutcomes } from '../../conversations/index.js';
import type { Experiment as ExperimentRow } from '../../generated/prisma/client.js';
import { EventsService } from '../../webhooks/index.js';
import { LookRound } from '../look-round.js';
import { winnerByRule } from './compare-arms.js';
import { experimentPlan } from './experiment.js';
import { recordEnd } from './experiment-event.js';
import { ExperimentPromotion } from './experiment-promotion.js';
import { SUPERSEDED } from './experiments.service.js';

const MAX_PER_LOOK = 1_000;

/**
 * Checks all running experiments and ends those whose rule has decided. Processes may run it concurrently: each
 * decision is made under the lock of its environment.
 */
@Injectable()
export class ExperimentDriver extends PollingService {
  private readonly round = new LookRound(MAX_PER_LOOK);

  constructor(
    private readonly prisma: PrismaService,
    private readonly outcomes: CallOutcomes,
    private readonly promotion: ExperimentPromotion,
    private readonly events: EventsService,
    private readonly clock: Clock,
    runner: JobRunner,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(runner, config.deployments.experimentLookMs, logger, 'experiments could not be evaluated');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM experiments WHERE state = 'running'`;
  }

  /** Checks each once, or the next ones of many. A failed check does not delay the others. */
  async run(signal?: AbortSignal): Promise<void> {
    const running = await this.round.next(({ where, ...page }) =>
      this.prisma.experiment.findMany({ where: { ...where, state: 'running' }, ...page }),
    );
    for (const row of running) {
      if (signal?.aborted) return;
      try {
        await this.lookAt(row);
      } catch (error) {
        this.logger.error({ err: error, experimentId: row.id }, 'experiment could not be evaluated');
      }
    }
  }

  private async lookAt(row: ExperimentRow): Promise<void> {
    const { id, deploymentId } = row;
    if ((await this.prisma.activeDeployment.count({ where: { deploymentId } })) === 0)
      return this.supersede(row);
    const plan = experimentPlan(row);
    const { rule } = plan;
    if (!rule || !(await this.hasEnough(row, rule.callsPerArm))) return;
    const winner = winnerByRule(plan, await this.outcomes.ofArms(row, rule.callsPerArm));
    if (winner === undefined) return;
    const first = plan.arms[0]?.name;
    const reason =
      winner === first
        ? `No arm was shown to be better in ${rule.metric} after ${rule.callsPerArm} calls of each.`
        : `Better in ${rule.metric} after ${rule.callsPerArm} calls of each arm.`;
    const { accountId, agentId } = row;
    const place = { accountId, agentId, environment: fromDbEnvironment(row.environment) };
    const actor = { accountId, email: row.createdBy };
    await this.promotion.promote({ actor, place, arm: winner, reason, experimentId: id });
    this.logger.info({ experimentId: id, winner }, 'experiment decided by its rule');
  }

  /** The first process to notice sends the event. */
  private async supersede(row: ExperimentRow): Promise<void> {
    const data = { state: 'superseded', reason: SUPERSEDED, endedAt: this.clock.now() } as const;
    const event = await this.prisma.$transaction(async (transaction) => {
      const where = { id: row.id, state: 'running' } as const;
      const { count } = await transaction.experiment.updateMany({ where, data });
      return count === 0 ? undefined : recordEnd(this.events, transaction, { ...row, ...data });
    });
    if (event) this.events.announce(event);
  }

  private async hasEnough(row: ExperimentRow, callsPerArm: number): Promise<boolean> {
    const counts = await this.outcomes.countArms(row);
    return experimentPlan(row).arms.every(({ name }) => (counts.get(name) ?? 0) >= callsPerArm);
  }
}
