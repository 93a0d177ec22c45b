import { Injectable } from '@nestjs/common';
import { agentNotFound, AgentsService, lockAgent, setGated } from '../../agents/index.js';
import { type Actor, refuseForeignEnvironment, toDbEnvironment } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { AppConfig } from '../../common/config/index.js';
import { validationFailed } from '../../common/errors/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { DeploymentGates as GatesRow } from '../../generated/prisma/client.js';
import type { Candidate } from './gate-evidence.js';
import { type GateRules, hasRules, problemOfRules } from './gate-rules.js';
import { type GatedPlace, GatesStore, rulesOf } from './gates.store.js';
import { type GateState, judgeGates } from './judge-gates.js';

/** The gate rules of environments, and their state. */
@Injectable()
export class GatesService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly store: GatesStore,
    private readonly config: AppConfig,
  ) {}

  /** Undefined if none were ever set. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async find({ accountId, agentId, environment }: GatedPlace): Promise<GatesRow | undefined> {
    await this.agents.get(accountId, agentId);
    const key = { agentId, environment: toDbEnvironment(environment) };
    const row = await this.prisma.deploymentGates.findUnique({ where: { agentId_environment: key } });
    return row ?? undefined;
  }

  /**
   * Waits for running deployments; later ones see the new rules.
   * @throws ApiError 400 for rules that contradict themselves, 403, 404 `PROJECT_NOT_FOUND`.
   */
  async put(actor: Actor, place: GatedPlace, rules: GateRules): Promise<GatesRow> {
    const { agentId, environment } = place;
    refuseForeignEnvironment(actor, environment);
    return this.prisma.$transaction(async (transaction) => {
      const isFound = await lockAgent(transaction, { accountId: actor.accountId, agentId }, 'UPDATE');
      if (!isFound) throw agentNotFound();
      await this.refuseContradictions(transaction, place, rules);
      await setGated(transaction, agentId, environment, hasRules(rules));
      const data = { rules: rules as Prisma.InputJsonObject, updatedBy: actor.email, updatedAt: new Date() };
      const key = { agentId, environment: toDbEnvironment(environment) };
      const row = await transaction.deploymentGates.upsert({
        where: { agentId_environment: key },
        create: { ...key, ...data },
        update: data,
      });
      const details = { environment, gates: rules as Prisma.InputJsonObject };
      await recordChange(transaction, actor, {
        action: 'gates.change',
        resourceId: agentId,
        agentId,
        details,
      });
      return row;
    });
  }

  /** State of the gates for a version, informational: a deployment judges them again under a lock. */
  async states(place: GatedPlace, candidate: Candidate): Promise<readonly GateState[]> {
    const row = await this.find(place);
    const rules = row ? rulesOf(row.rules) : {};
    return this.judge(this.prisma, place, rules, candidate);
  }

  /** Locks the gates of an environment, and what a deployment there locks before and after them. */
  async hold(transaction: Prisma.TransactionClient, place: GatedPlace): Promise<void> {
    await this.store.lock(transaction, place);
  }

  /** State of the gates for a version being deployed, with everything locked that could change it. */
  async statesUnderLock(
    transaction: Prisma.TransactionClient,
    place: GatedPlace,
    candidate: Candidate,
  ): Promise<readonly GateState[]> {
    const rules = await this.store.lock(transaction, place);
    return rules ? this.judge(transaction, place, rules, candidate) : [];
  }

  private async judge(
    client: Prisma.TransactionClient,
    place: GatedPlace,
    rules: GateRules,
    candidate: Candidate,
  ): Promise<readonly GateState[]> {
    const evidence = await this.store.evidence(client, place, rules, candidate);
    return judgeGates(rules, place, candidate, evidence);
  }

  private async refuseContradictions(
    transaction: Prisma.TransactionClient,
    { accountId, agentId, environment }: GatedPlace,
    rules: GateRules,
  ): Promise<void> {
    const sets = await transaction.testSet.findMany({ where: { accountId, agentId }, select: { id: true } });
    const problem = problemOfRules(rules, {
      environment,
      testSetIds: new Set(sets.map(({ id }) => id)),
      runsKept: this.config.testSets.runsKeptPerSet,
    });
    if (problem !== undefined) throw validationFailed(`${problem}.`);
  }
}
