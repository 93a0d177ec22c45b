import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Prisma } from '../../common/prisma/index.js';
import {
  type AwaitedVersion,
  type DeploymentListener,
  DeploymentListeners,
  type DeploymentRecord,
} from '../../deployments/index.js';
import type { TestCase, TestSet } from '../../generated/prisma/client.js';
import { jsonArray } from '../script/test-script.js';
import { TestRunStore } from './test-run.store.js';

export type TestSetWithCases = TestSet & { cases: TestCase[] };

export interface TestedVersion {
  readonly target: string;
  readonly version: string;
  readonly deploymentId?: string;
  readonly document?: Prisma.InputJsonObject;
  readonly createdBy: string;
}

/** Starts runs: on demand, and of every enabled set when its agent is deployed. */
@Injectable()
export class TestRunStarter implements DeploymentListener, OnModuleInit {
  readonly interest =
    'EXISTS (SELECT FROM test_sets WHERE test_sets.agent_id = agent.id AND test_sets.enabled)';

  constructor(
    private readonly listeners: DeploymentListeners,
    private readonly store: TestRunStore,
  ) {}

  onModuleInit(): void {
    this.listeners.add(this);
  }

  async deployed(client: Prisma.TransactionClient, deployment: DeploymentRecord): Promise<string[]> {
    const { id: deploymentId, environment: target, version, createdBy } = deployment;
    const sets = await client.testSet.findMany({
      where: { agentId: deployment.agentId, enabled: true, cases: { some: {} } },
      select: { id: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    const ids: string[] = [];
    for (const { id } of sets) {
      const set = await setWithCases(client, id);
      if (set) ids.push(await this.start(client, set, { target, version, deploymentId, createdBy }));
    }
    return ids;
  }

  async awaited(client: Prisma.TransactionClient, awaited: AwaitedVersion): Promise<string[]> {
    const { accountId, agentId, environment: target, version, createdBy, missingRuns } = awaited;
    const sets = await client.testSet.findMany({
      where: { accountId, agentId, id: { in: [...missingRuns.keys()] }, cases: { some: {} } },
      select: { id: true },
    });
    const ids: string[] = [];
    for (const { id } of sets) {
      const queued = await client.testRun.count({ where: { testSetId: id, version, finishedAt: null } });
      const missing = (missingRuns.get(id) ?? 0) - queued;
      const set = missing > 0 ? await setWithCases(client, id) : null;
      for (let run = 0; set && run < missing; run++) {
        ids.push(await this.start(client, set, { target, version, createdBy }));
      }
    }
    return ids;
  }

  /** Queues a run of the set's current cases. Returns its id. */
  start(client: Prisma.TransactionClient, set: TestSetWithCases, tested: TestedVersion): Promise<string> {
    const { id: testSetId, accountId, agentId, mode, variantId, cases } = set;
    return this.store.create(client, {
      accountId,
      agentId,
      testSetId,
      mode,
      variantId,
      cases: jsonArray(cases.map(({ id, name, script }) => ({ id, name, script }))),
      ...tested,
    });
  }
}

export const CASES_IN_ORDER = { orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }] };

/** One at a time: together, an agent's sets may be large. */
const setWithCases = (client: Prisma.TransactionClient, id: string): Promise<TestSetWithCases | null> =>
  client.testSet.findUnique({ where: { id }, include: { cases: CASES_IN_ORDER } });
