import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { PinoLogger } from 'nestjs-pino';
import { AccountAnswerers } from '../../answering/index.js';
import { standingActor } from '../../auth/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ApiError } from '../../common/errors/index.js';
import { PollingService, JobRunner } from '../../jobs/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { PendingDeployment as PendingRow } from '../../generated/prisma/client.js';
import { DeploymentLimit } from '../deployment-limit.js';
import { DeploymentMaker } from '../deployment-maker.js';
import { DeploymentStatements } from '../deployment.statements.js';
import { LookRound } from '../look-round.js';
import { GatesService } from './gates.service.js';
import { type GateState, isHeld } from './judge-gates.js';
import { candidateOf, endOfWaiting, placeOf, plannedRollout } from './pending-deployment.js';

const MAX_PER_LOOK = 1_000;

/**
 * Completes waiting deployments whose gates have opened, and ends those that can no longer be made. Processes may run
 * it concurrently: each decision is made under the lock of its environment.
 */
@Injectable()
export class PendingDriver extends PollingService {
  private readonly round = new LookRound(MAX_PER_LOOK);

  constructor(
    private readonly prisma: PrismaService,
    private readonly gates: GatesService,
    private readonly maker: DeploymentMaker,
    private readonly limit: DeploymentLimit,
    private readonly statements: DeploymentStatements,
    private readonly answerers: AccountAnswerers,
    private readonly clock: Clock,
    runner: JobRunner,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(runner, config.deployments.gatesLookMs, logger, 'pending deployments could not be evaluated');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM pending_deployments WHERE state = 'waiting'`;
  }

  /** Checks each once, or the next ones of many. A failed check does not delay the others. */
  async run(signal?: AbortSignal): Promise<void> {
    const waiting = await this.round.next(({ where, ...page }) =>
      this.prisma.pendingDeployment.findMany({ where: { ...where, state: 'waiting' }, ...page }),
    );
    for (const row of waiting) {
      if (signal?.aborted) return;
      await this.lookAt(row).catch((error: unknown) => this.noteFault(row, error));
    }
  }

  private async lookAt(row: PendingRow): Promise<void> {
    const states = await this.gates.states(placeOf(row), candidateOf(row));
    if (isHeld(states) && !(await this.endOf(this.prisma, row))) return this.tell(row, states);
    const ended = await this.prisma.$transaction((transaction) => this.decide(transaction, row));
    if (ended) this.logger.info({ pendingDeploymentId: row.id, state: ended }, 'pending deployment ended');
  }

  /** @returns the final state; undefined if it still waits, or had ended before. */
  private async decide(
    transaction: Prisma.TransactionClient,
    { id }: PendingRow,
  ): Promise<PendingRow['state'] | undefined> {
    const seen = await transaction.pendingDeployment.findUniqueOrThrow({ where: { id } });
    const states = await this.gates.statesUnderLock(transaction, placeOf(seen), candidateOf(seen));
    await transaction.$queryRaw`SELECT 1 FROM pending_deployments WHERE id = ${id} FOR UPDATE`;
    const row = await transaction.pendingDeployment.findUniqueOrThrow({ where: { id } });
    if (row.state !== 'waiting') return undefined;
    const end = await this.endOf(transaction, row);
    if (!end && isHeld(states)) return undefined;
    const gates = states as unknown as Prisma.InputJsonArray;
    const outcome = end ?? { state: 'completed' as const, deploymentId: await this.deploy(transaction, row) };
    await transaction.pendingDeployment.update({
      where: { id },
      data: { ...outcome, gates, endedAt: this.clock.now() },
    });
    return outcome.state;
  }

  private async deploy(transaction: Prisma.TransactionClient, row: PendingRow): Promise<string> {
    const { accountId, agentId, environment } = placeOf(row);
    await this.limit.refuseOneTooMany(accountId, transaction);
    const actor = await standingActor(transaction, row, this.clock.now());
    if (!actor) throw new Error('The person or key that asked for this deployment no longer may.');
    const order = { actor, agentId, environment, message: row.message };
    const statement =
      row.type === 'publish' || row.sourceDeploymentId === null
        ? this.statements.publishFrozen(order, row.version, await this.answerers.published(accountId))
        : this.statements.redeploy(order, row.sourceDeploymentId, row.type);
    const made = await this.maker.make(transaction, statement, plannedRollout(row));
    if (!made) throw new Error('The version to deploy no longer exists.');
    return made.deployment.id;
  }

  private async endOf(client: Prisma.TransactionClient, row: PendingRow) {
    const { agentId, environment } = row;
    const active = await client.activeDeployment.findUnique({
      where: { agentId_environment: { agentId, environment } },
      select: { number: true },
    });
    const now = this.clock.now();
    const mayAskerDeploy = (await standingActor(client, row, now)) !== undefined;
    return endOfWaiting(row, { now, activeNumber: active?.number ?? 0, mayAskerDeploy });
  }

  private async tell(row: PendingRow, states: readonly GateState[]): Promise<void> {
    if (isDeepStrictEqual(states, row.gates)) return;
    await this.prisma.pendingDeployment.updateMany({
      where: { id: row.id, state: 'waiting' },
      data: { gates: states as unknown as Prisma.InputJsonArray },
    });
  }

  /** A refusal is final; other errors are retried at the next check. */
  private async noteFault(row: PendingRow, error: unknown): Promise<void> {
    this.logger.warn(
      { err: error, pendingDeploymentId: row.id },
      'pending deployment could not be evaluated',
    );
    if (!(error instanceof ApiError) || error.retryable) return;
    await this.prisma.pendingDeployment
      .updateMany({
        where: { id: row.id, state: 'waiting' },
        data: { state: 'failed', endedAt: this.clock.now(), reason: error.message },
      })
      .catch(() => undefined);
  }
}
