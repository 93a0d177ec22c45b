import { Injectable } from '@nestjs/common';
import { AgentsService, freezeDraft } from '../../agents/index.js';
import {
  type Actor,
  type EnvironmentName,
  fromDbEnvironment,
  refuseForeignEnvironment,
  toDbEnvironment,
} from '../../common/access/index.js';
import { actorIds, recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { PendingDeployment as PendingRow } from '../../generated/prisma/client.js';
import { DeploymentListeners } from '../deployment-listener.js';
import type { DeploymentKind } from '../deployment.js';
import type { DeploymentOrder } from '../deployment.statements.js';
import type { RolloutPlan } from '../rollouts/rollout-plan.js';
import { type GatedPlace, GatesStore } from './gates.store.js';
import type { GateState } from './judge-gates.js';

const MAX_LISTED = 100;
const LIFETIME_MS = 72 * 3_600_000;

export interface NewPending {
  readonly actor: Actor;
  readonly order: DeploymentOrder;
  readonly place: GatedPlace;
  readonly kind: DeploymentKind;
  readonly version: string;
  readonly source?: { readonly id: string };
  readonly rollout?: RolloutPlan | undefined;
  readonly states: readonly GateState[];
}

/** An account's deployments that wait for their gates. */
@Injectable()
export class PendingDeploymentsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly store: GatesStore,
    private readonly listeners: DeploymentListeners,
    private readonly clock: Clock,
  ) {}

  /**
   * Freezes a version to wait, replacing any waiting one, and starts the test runs that it needs. Call it with the
   * environment locked.
   */
  async create(
    transaction: Prisma.TransactionClient,
    wanted: NewPending,
  ): Promise<{ row: PendingRow; testRunIds: readonly string[] }> {
    const { actor, place, kind, version, source, rollout, order } = wanted;
    const { accountId, agentId } = place;
    const key = { agentId, environment: toDbEnvironment(place.environment) };
    const { actorKeyId, actorPersonId } = actorIds(actor);
    const now = this.clock.now();
    if (!source) await freezeDraft(transaction, agentId);
    await transaction.pendingDeployment.updateMany({
      where: { ...key, state: 'waiting' },
      data: { state: 'superseded', endedAt: now, reason: 'Another deployment was asked for in its place.' },
    });
    const active = await transaction.activeDeployment.findUnique({ where: { agentId_environment: key } });
    const row = await transaction.pendingDeployment.create({
      data: {
        ...{ id: newId('pen'), accountId, ...key, type: kind, version, message: order.message },
        sourceDeploymentId: source?.id ?? null,
        rollout: rollout ? (rollout as unknown as Prisma.InputJsonObject) : Prisma.DbNull,
        afterNumber: active?.number ?? 0,
        gates: wanted.states as unknown as Prisma.InputJsonArray,
        ...{ createdBy: actor.email, keyId: actorKeyId, personId: actorPersonId },
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
      },
    });
    await record(transaction, actor, row, 'deployment.wait');
    return { row, testRunIds: await this.startTests(transaction, wanted) };
  }

  /** Newest first, at most 100. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async list(
    accountId: string,
    agentId: string,
    environment: EnvironmentName | undefined,
  ): Promise<PendingRow[]> {
    await this.agents.get(accountId, agentId);
    return this.prisma.pendingDeployment.findMany({
      where: { agentId, ...(environment !== undefined && { environment: toDbEnvironment(environment) }) },
      orderBy: { createdAt: 'desc' },
      take: MAX_LISTED,
    });
  }

  /** @throws ApiError 404 `PENDING_DEPLOYMENT_NOT_FOUND`, also for another account's. */
  async get(
    accountId: string,
    agentId: string,
    id: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<PendingRow> {
    const row = await client.pendingDeployment.findFirst({ where: { id, accountId, agentId } });
    if (!row) throw notFound('PENDING_DEPLOYMENT_NOT_FOUND', 'No such pending deployment.');
    return row;
  }

  /** @throws ApiError 403, 404, 409 `PENDING_DEPLOYMENT_NOT_WAITING`. */
  async cancel(actor: Actor, agentId: string, id: string): Promise<PendingRow> {
    return this.prisma.$transaction(async (transaction) => {
      const row = await this.get(actor.accountId, agentId, id, transaction);
      refuseForeignEnvironment(actor, fromDbEnvironment(row.environment));
      const { count } = await transaction.pendingDeployment.updateMany({
        where: { id, state: 'waiting' },
        data: { state: 'cancelled', endedAt: this.clock.now(), reason: 'Cancelled by a person.' },
      });
      if (count === 0)
        throw conflict('PENDING_DEPLOYMENT_NOT_WAITING', 'The deployment is no longer pending.');
      await record(transaction, actor, row, 'deployment.cancel-waiting');
      return this.get(actor.accountId, agentId, id, transaction);
    });
  }

  private async startTests(
    transaction: Prisma.TransactionClient,
    { place, version, kind, actor }: NewPending,
  ): Promise<readonly string[]> {
    const rules = await this.store.lock(transaction, place);
    if (!rules?.tests || kind === 'rollback') return [];
    const candidate = { version, kind, askedBy: actor.email };
    const { tests } = await this.store.evidence(transaction, place, { tests: rules.tests }, candidate);
    const missingRuns = new Map(
      rules.tests.map(({ testSetId, of }) => {
        const known = tests.find((evidence) => evidence.testSetId === testSetId)?.runs.length ?? 0;
        return [testSetId, of - known];
      }),
    );
    return this.listeners.awaited(transaction, { ...place, version, createdBy: actor.email, missingRuns });
  }
}

function record(
  transaction: Prisma.TransactionClient,
  actor: Actor,
  { id, agentId, environment, version }: PendingRow,
  action: string,
): Promise<void> {
  const details = { environment: fromDbEnvironment(environment), version };
  return recordChange(transaction, actor, { action, resourceId: id, agentId, details });
}
