import { Injectable } from '@nestjs/common';
import {
  agentNotFound,
  AgentsService,
  lockAgent,
  parseAgentDocument,
  publishedDocument,
} from '../../agents/index.js';
import { resolveVariant } from '../../agent-document/index.js';
import { type Actor, refuseForeignEnvironment, toDbEnvironment } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { conflict, notFound, validationFailed } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Deployment, Experiment as ExperimentRow } from '../../generated/prisma/client.js';
import { GatesService } from '../gates/gates.service.js';
import type { GatedPlace } from '../gates/gates.store.js';
import { describeHeld, isHeld } from '../gates/judge-gates.js';
import { OPEN_STATES } from '../rollouts/rollout.js';
import { EventsService } from '../../webhooks/index.js';
import { recordEnd } from './experiment-event.js';
import {
  type ExperimentArm,
  type FixedBuild,
  problemOfExperiment,
  type WantedArm,
  type WantedExperiment,
} from './experiment-plan.js';

/** States in which the experiment routes calls: split among the arms, or all to the winner. */
const ROUTING_STATES = ['running', 'decided'] as const;

export const experimentNotFound = () => notFound('EXPERIMENT_NOT_FOUND', 'There is no experiment.');

export interface NewExperiment extends WantedExperiment {
  readonly name: string;
}

interface Active {
  readonly id: string;
  readonly version: string;
}

/** Begins and ends experiments. An environment has at most one, so that no caller is in two. */
@Injectable()
export class ExperimentsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly gates: GatesService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** The newest experiment of the environment, in any state. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async find({ accountId, agentId, environment }: GatedPlace): Promise<ExperimentRow | undefined> {
    await this.agents.get(accountId, agentId);
    const row = await this.prisma.experiment.findFirst({
      where: { agentId, environment: toDbEnvironment(environment) },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    });
    return row ? this.superseded(row) : undefined;
  }

  /**
   * Begins an experiment, replacing the current one.
   * @throws ApiError 400 if it contradicts itself, 403, 404, 409 without a deployment, during a rollout, or if gates
   * block one of its versions.
   */
  async begin(actor: Actor, place: GatedPlace, wanted: NewExperiment): Promise<ExperimentRow> {
    refuseForeignEnvironment(actor, place.environment);
    const problem = problemOfExperiment(wanted);
    if (problem !== undefined) throw validationFailed(`${problem}.`);
    return this.prisma.$transaction(async (transaction) => {
      const active = await this.hold(transaction, place);
      await refuseRollout(transaction, active.id);
      const arms: ExperimentArm[] = [];
      for (const [index, arm] of wanted.arms.entries())
        arms.push(await this.armOf(transaction, { actor, place, active }, arm, index));
      await this.end(transaction, place, 'superseded', 'Another experiment took its place.');
      const { name, metrics, worthwhile, rule } = wanted;
      const plan = { arms, metrics, worthwhile, ...(rule && { rule }) };
      const { accountId, agentId, environment } = place;
      const row = await transaction.experiment.create({
        data: {
          ...{ id: newId('exp'), accountId, agentId, environment: toDbEnvironment(environment), name },
          ...{ deploymentId: active.id, createdBy: actor.email, createdAt: this.clock.now() },
          plan: plan as unknown as Prisma.InputJsonObject,
        },
      });
      const details = { environment, experimentId: row.id, arms: arms.map((arm) => arm.name) };
      await recordChange(transaction, actor, {
        action: 'experiment.begin',
        resourceId: row.id,
        agentId,
        details,
      });
      return row;
    });
  }

  /**
   * Ends it: the active deployment gets all calls again, even after a win.
   * @throws ApiError 403, 404 `EXPERIMENT_NOT_FOUND`.
   */
  async stop(actor: Actor, place: GatedPlace): Promise<void> {
    refuseForeignEnvironment(actor, place.environment);
    await this.prisma.$transaction(async (transaction) => {
      await this.hold(transaction, place);
      const ended = await this.end(transaction, place, 'stopped', 'Stopped by a person.');
      if (!ended) throw experimentNotFound();
      const { agentId } = place;
      await recordChange(transaction, actor, { action: 'experiment.stop', resourceId: ended, agentId });
    });
  }

  /**
   * Locks the agent, its gates and the active deployment, in the order of deployments.
   * @throws ApiError 404 `PROJECT_NOT_FOUND`, 409 `EXPERIMENTS_NOTHING_DEPLOYED`.
   */
  async hold(transaction: Prisma.TransactionClient, place: GatedPlace): Promise<Active> {
    const { agentId, environment } = place;
    if (!(await lockAgent(transaction, place, 'KEY SHARE'))) throw agentNotFound();
    await this.gates.hold(transaction, place);
    const [active] = await transaction.$queryRaw<Active[]>`
      SELECT deployment.id, deployment.version
      FROM active_deployments active JOIN deployments deployment ON deployment.id = active.deployment_id
      WHERE active.agent_id = ${agentId} AND active.environment = ${environment}::"Environment"
      FOR UPDATE OF active`;
    if (!active) {
      const message = `Nothing is deployed to ${environment} yet. Deploy something first.`;
      throw conflict('EXPERIMENTS_NOTHING_DEPLOYED', message);
    }
    return active;
  }

  private async armOf(
    transaction: Prisma.TransactionClient,
    { actor, place, active }: { actor: Actor; place: GatedPlace; active: Active },
    { name, weight, version, variantId }: WantedArm,
    index: number,
  ): Promise<ExperimentArm> {
    const build = version === undefined ? undefined : await deployedBuild(transaction, place, version, index);
    if (build) await this.refuseHeld(transaction, actor, place, build.version);
    if (variantId !== undefined) {
      const of = build?.version ?? active.version;
      const document = await publishedDocument(transaction, place.agentId, of);
      if (!document || !resolveVariant(parseAgentDocument(document), variantId))
        throw validationFailed(`arms[${index}].variantId names no variant of that version.`);
    }
    return { name, weight, ...(build && { build }), ...(variantId !== undefined && { variantId }) };
  }

  /** A version blocked by gates can't be an arm either. */
  private async refuseHeld(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    place: GatedPlace,
    version: string,
  ): Promise<void> {
    const wasThere = await transaction.deployment.count({
      where: { agentId: place.agentId, environment: toDbEnvironment(place.environment), version },
    });
    const kind = wasThere > 0 ? 'rollback' : 'promotion';
    const candidate = { version, kind, askedBy: actor.email } as const;
    const states = await this.gates.statesUnderLock(transaction, place, candidate);
    if (isHeld(states)) throw conflict('DEPLOYMENTS_GATE_CLOSED', describeHeld(place.environment, states));
  }

  /** @returns the id of the ended experiment; undefined without one. */
  private async end(
    transaction: Prisma.TransactionClient,
    { agentId, environment }: GatedPlace,
    state: 'stopped' | 'superseded',
    reason: string,
  ): Promise<string | undefined> {
    const rows = await transaction.experiment.findMany({
      where: { agentId, environment: toDbEnvironment(environment), state: { in: [...ROUTING_STATES] } },
    });
    const data = { state, reason, endedAt: this.clock.now() };
    for (const row of rows) {
      await transaction.experiment.update({ where: { id: row.id }, data });
      // Otherwise the event was sent with the decision.
      if (row.state === 'running') await recordEnd(this.events, transaction, { ...row, ...data });
    }
    return rows[0]?.id;
  }

  /** An experiment whose deployment is no longer active has ended, even before that is stored. */
  private async superseded(row: ExperimentRow): Promise<ExperimentRow> {
    if (!ROUTING_STATES.some((state) => state === row.state)) return row;
    const active = await this.prisma.activeDeployment.count({ where: { deploymentId: row.deploymentId } });
    if (active > 0) return row;
    return {
      ...row,
      state: row.state === 'decided' ? 'decided' : 'superseded',
      reason: row.reason ?? SUPERSEDED,
    };
  }
}

export const SUPERSEDED = 'Another deployment took its place.';

/** @throws ApiError 409. */
async function refuseRollout(transaction: Prisma.TransactionClient, deploymentId: string): Promise<void> {
  const open = await transaction.rollout.count({ where: { deploymentId, state: { in: [...OPEN_STATES] } } });
  if (open === 0) return;
  throw conflict(
    'EXPERIMENTS_ROLLOUT_UNDER_WAY',
    'A rollout is running in this environment. Finish or abort it first.',
  );
}

/** The newest deployment of a version, or the one of that id. @throws ApiError 400 that names the arm. */
async function deployedBuild(
  transaction: Prisma.TransactionClient,
  { accountId, agentId }: GatedPlace,
  version: string,
  index: number,
): Promise<FixedBuild> {
  const named = version.startsWith('dep_') ? { id: version } : { version };
  const found: Deployment | null = await transaction.deployment.findFirst({
    where: { accountId, agentId, ...named },
    orderBy: { createdAt: 'desc' },
  });
  if (!found) throw validationFailed(`arms[${index}].version names no version that this agent has deployed.`);
  const { id: deploymentId, artifactVersion, functionsHash } = found;
  return { deploymentId, version: found.version, artifactVersion, functionsHash };
}
