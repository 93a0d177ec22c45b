import type { TestCase, TestRun, TestSet } from '../../generated/prisma/client.js';
import type { TestSetWithCases } from '../run/test-run-starter.js';
import { parseStoredScript } from '../script/parse-test-set.js';
import type { TestRunSummary } from '../test-runs.service.js';
import type { TestCaseView, TestRunView, TestSetView } from './test-set.schema.js';

export function testCaseView({ id, name, script, createdAt, updatedAt }: TestCase): TestCaseView {
  return {
    id,
    name,
    ...parseStoredScript(script),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function testSetSummary(set: TestSet, caseCount: number): Omit<TestSetView, 'cases'> {
  return {
    id: set.id,
    agentId: set.agentId,
    name: set.name,
    enabled: set.enabled,
    mode: set.mode,
    variantId: set.variantId,
    caseCount,
    createdAt: set.createdAt.toISOString(),
    updatedAt: set.updatedAt.toISOString(),
  };
}

export const testSetView = (set: TestSetWithCases): TestSetView => ({
  ...testSetSummary(set, set.cases.length),
  cases: set.cases.map(testCaseView),
});

export function testRunView(run: TestRunSummary): TestRunView {
  const { passed = 0, failed = 0, error = 0 } = run.counts;
  return {
    id: run.id,
    agentId: run.agentId,
    testSetId: run.testSetId,
    deploymentId: run.deploymentId,
    target: targetOf(run),
    version: run.version,
    mode: run.mode,
    variantId: run.variantId,
    state: run.state,
    progress: {
      total: run.total,
      done: passed + failed + error,
      ...{ passed, failed, errors: error },
    },
    createdBy: run.createdBy,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt && run.startedAt.toISOString(),
    finishedAt: run.finishedAt && run.finishedAt.toISOString(),
  };
}

function targetOf({ target }: Pick<TestRun, 'target'>): TestRunView['target'] {
  return target === 'sandbox' || target === 'pre-release' || target === 'live' ? target : 'draft';
}
