import type { TestOutcome } from '../../generated/prisma/client.js';
import type { CaseComparison } from './test-set.schema.js';

interface Result {
  readonly testCaseId: string;
  readonly outcome: TestOutcome;
}

/** Compares the results of a run with an earlier one. Failures and errors both count as not passed. */
export function compareRuns(current: readonly Result[], previous: readonly Result[]): CaseComparison[] {
  const before = new Map(previous.map(({ testCaseId, outcome }) => [testCaseId, outcome]));
  const now = new Set(current.map(({ testCaseId }) => testCaseId));
  const compared = current.map(({ testCaseId, outcome }): CaseComparison => {
    const previousOutcome = before.get(testCaseId) ?? null;
    return { testCaseId, outcome, previousOutcome, change: changeOf(outcome, previousOutcome) };
  });
  const removed = previous
    .filter(({ testCaseId }) => !now.has(testCaseId))
    .map(({ testCaseId, outcome }): CaseComparison => {
      return { testCaseId, outcome: null, previousOutcome: outcome, change: 'removed' };
    });
  return [...compared, ...removed];
}

function changeOf(outcome: TestOutcome, previous: TestOutcome | null): CaseComparison['change'] {
  if (previous === null) return 'new';
  const passes = outcome === 'passed';
  if (passes === (previous === 'passed')) return 'same';
  return passes ? 'fixed' : 'broken';
}
