import { Injectable } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { lockAgent } from '../../agents/index.js';
import { type EnvironmentName, toDbEnvironment } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import type { Candidate, GateEvidence, TestEvidence } from './gate-evidence.js';
import { type GateRules, hasRules } from './gate-rules.js';
import { GateRulesSchema } from './gate.schema.js';

export interface GatedPlace {
  readonly accountId: string;
  readonly agentId: string;
  readonly environment: EnvironmentName;
}

/** Limit of summed-up periods in an environment. */
const MAX_STRETCHES = 1_000;
const MAX_FIRING = 20;

/** Parses stored rules. @throws Error when the row was tampered with. */
export function rulesOf(stored: unknown): GateRules {
  if (!Value.Check(GateRulesSchema, stored)) throw new Error('The gates of an environment are damaged.');
  return stored;
}

/** Reads the evidence for gates, all in the transaction of the deployment, under the environment's lock. */
@Injectable()
export class GatesStore {
  constructor(private readonly clock: Clock) {}

  /**
   * Locks what a deployment to a gated environment must not race with, in the order of deployments: agent, gates,
   * active deployment. Changes of the rules and other deployments wait.
   * @returns the rules; undefined without any.
   */
  async lock(transaction: Prisma.TransactionClient, place: GatedPlace): Promise<GateRules | undefined> {
    const { agentId, environment } = place;
    await lockAgent(transaction, place, 'KEY SHARE');
    const [gates] = await transaction.$queryRaw<{ rules: unknown }[]>`
      SELECT rules FROM deployment_gates WHERE agent_id = ${agentId} AND environment = ${environment}::"Environment"
      FOR UPDATE`;
    if (!gates) return undefined;
    await transaction.$queryRaw`
      SELECT 1 FROM active_deployments WHERE agent_id = ${agentId} AND environment = ${environment}::"Environment"
      FOR UPDATE`;
    const rules = rulesOf(gates.rules);
    return hasRules(rules) ? rules : undefined;
  }

  /** Reads only what the rules need. */
  async evidence(
    client: Prisma.TransactionClient,
    place: GatedPlace,
    rules: GateRules,
    candidate: Candidate,
  ): Promise<GateEvidence> {
    const isAsked = candidate.kind !== 'rollback';
    return {
      now: this.clock.now(),
      tests: isAsked && rules.tests ? await this.tests(client, place, rules, candidate.version) : [],
      soakedMs: isAsked && rules.soak ? await this.soakedMs(client, place, rules, candidate.version) : 0,
      ...(rules.approvals
        ? await this.people(client, place, candidate.version)
        : { approvals: [], authors: [] }),
      firing: isAsked && rules.noFiringAlerts === true ? await this.firing(client, place) : [],
    };
  }

  private async tests(
    client: Prisma.TransactionClient,
    { accountId, agentId }: GatedPlace,
    { tests = [] }: GateRules,
    version: string,
  ): Promise<TestEvidence[]> {
    const sets = await client.testSet.findMany({
      where: { accountId, agentId, id: { in: tests.map(({ testSetId }) => testSetId) } },
      select: { id: true, name: true, updatedAt: true },
    });
    const found: TestEvidence[] = [];
    for (const { id, name, updatedAt } of sets) {
      const runs = await client.testRun.findMany({
        where: { testSetId: id, version, finishedAt: { not: null }, createdAt: { gte: updatedAt } },
        select: { id: true, state: true, finishedAt: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: Math.max(...tests.map(({ of }) => of)),
      });
      found.push({
        testSetId: id,
        name,
        runs: runs.map((run) => ({
          id: run.id,
          hasPassed: run.state === 'passed',
          finishedAt: run.finishedAt ?? new Date(0),
        })),
      });
    }
    return found;
  }

  private async soakedMs(
    client: Prisma.TransactionClient,
    { agentId }: GatedPlace,
    { soak }: GateRules,
    version: string,
  ): Promise<number> {
    const stretches = await client.$queryRaw<{ from: Date; to: Date | null }[]>`
      SELECT deployment.created_at AS "from", following.created_at AS "to"
      FROM deployments deployment
      LEFT JOIN deployments following ON following.agent_id = deployment.agent_id
        AND following.environment = deployment.environment AND following.number = deployment.number + 1
      WHERE deployment.agent_id = ${agentId} AND deployment.environment = ${soak?.environment}::"Environment"
        AND deployment.version = ${version}
      ORDER BY deployment.number DESC LIMIT ${MAX_STRETCHES}`;
    const now = this.clock.now().getTime();
    return stretches.reduce(
      (sum, { from, to }) => sum + Math.max(0, (to?.getTime() ?? now) - from.getTime()),
      0,
    );
  }

  private async people(
    client: Prisma.TransactionClient,
    { accountId, agentId, environment }: GatedPlace,
    version: string,
  ): Promise<Pick<GateEvidence, 'approvals' | 'authors'>> {
    const approvals = await client.deploymentApproval.findMany({
      where: { agentId, environment: toDbEnvironment(environment), version },
      select: { approvedBy: true, createdAt: true },
    });
    const authors = await client.$queryRaw<{ email: string }[]>`
      SELECT updated_by AS email FROM drafts WHERE agent_id = ${agentId} AND version = ${version}
      UNION SELECT created_by FROM deployments
      WHERE agent_id = ${agentId} AND version = ${version} AND type = 'publish'
      UNION SELECT actor_email FROM audit_log
      WHERE account_id = ${accountId} AND agent_id = ${agentId} AND action = 'draft.save' AND details ->> 'version' = ${version}`;
    return { approvals, authors: authors.map(({ email }) => email) };
  }

  private firing(client: Prisma.TransactionClient, { accountId, agentId }: GatedPlace) {
    return client.alertRule.findMany({
      where: { accountId, enabled: true, state: 'alert', OR: [{ projectId: null }, { projectId: agentId }] },
      select: { id: true, name: true },
      orderBy: { id: 'asc' },
      take: MAX_FIRING,
    });
  }
}
