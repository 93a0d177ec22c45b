type CaseOutcome = 'passed' | 'failed' | 'error';

/** How a case's outcome stands to the one with the previous version. */
type CaseChange = 'same' | 'fixed' | 'broken' | 'new' | 'removed';

export interface CaseComparison {
  readonly testCaseId: string;
  readonly outcome: CaseOutcome | null;
  readonly previousOutcome: CaseOutcome | null;
  readonly change: CaseChange;
}

interface Result {
  readonly testCaseId: string;
  readonly outcome: CaseOutcome;
}

/** Holds the results of a run against those of an earlier one. A failure and an error both count as not passed. */
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

function changeOf(outcome: CaseOutcome, previous: CaseOutcome | null): CaseChange {
  if (previous === null) return 'new';
  const passes = outcome === 'passed';
  if (passes === (previous === 'passed')) return 'same';
  return passes ? 'fixed' : 'broken';
}
