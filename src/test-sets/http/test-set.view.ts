import type { TestCase, TestRun, TestSet } from '../../generated/prisma/client.js';
import { compareRuns } from './compare-runs.js';
import type { TestSetWithCases } from '../run/test-run-starter.js';
import { frozenCasesOf } from '../run/test-run.store.js';
import { sumUpReplays } from './sum-up-replays.js';
import { parseStoredScript } from '../script/parse-test-set.js';
import type { TestRunOutcome, TestRunWithResults } from '../test-runs.service.js';
import type { TestCaseView, TestRunDetailView, TestRunView, TestSetView } from './test-set.schema.js';

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

export function testRunView(run: TestRunOutcome): TestRunView {
  const count = (outcome: string) => run.results.filter((result) => result.outcome === outcome).length;
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
      done: run.results.length,
      passed: count('passed'),
      failed: count('failed'),
      errors: count('error'),
    },
    createdBy: run.createdBy,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt && run.startedAt.toISOString(),
    finishedAt: run.finishedAt && run.finishedAt.toISOString(),
  };
}

/** The run with its results in the order of its cases, compared with those of the previous version. */
export function testRunDetailView(
  run: TestRunWithResults,
  previous: TestRunOutcome | undefined,
): TestRunDetailView {
  const byCase = new Map(run.results.map((result) => [result.testCaseId, result]));
  const results = frozenCasesOf(run).flatMap(({ id, name }) => {
    const result = byCase.get(id);
    if (!result) return [];
    const { outcome, durationMs, errorCode, turns, simulation, replay } = result;
    return [
      {
        testCaseId: id,
        name,
        outcome,
        durationMs,
        errorCode,
        turns,
        simulation,
        replay: replay?.result ?? null,
      },
    ];
  });
  const comparison = previous && {
    previousTestRunId: previous.id,
    previousVersion: previous.version,
    cases: compareRuns(results, previous.results),
  };
  return { ...testRunView(run), results, comparison: comparison ?? null, replays: sumUpReplays(results) };
}

function targetOf({ target }: Pick<TestRun, 'target'>): TestRunView['target'] {
  return target === 'sandbox' || target === 'pre-release' || target === 'live' ? target : 'draft';
}
