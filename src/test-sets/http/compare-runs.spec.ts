import { compareRuns } from './compare-runs.js';

describe('compareRuns', () => {
  it('lists fixed, broken, added and removed cases', () => {
    const changes = compareRuns(
      [
        { testCaseId: 'same', outcome: 'passed' },
        { testCaseId: 'still-bad', outcome: 'error' },
        { testCaseId: 'fixed', outcome: 'passed' },
        { testCaseId: 'broken', outcome: 'failed' },
        { testCaseId: 'new', outcome: 'failed' },
      ],
      [
        { testCaseId: 'same', outcome: 'passed' },
        { testCaseId: 'still-bad', outcome: 'failed' },
        { testCaseId: 'fixed', outcome: 'error' },
        { testCaseId: 'broken', outcome: 'passed' },
        { testCaseId: 'gone', outcome: 'passed' },
      ],
    );
    expect(Object.fromEntries(changes.map(({ testCaseId, change }) => [testCaseId, change]))).toEqual({
      same: 'same',
      'still-bad': 'same',
      fixed: 'fixed',
      broken: 'broken',
      new: 'new',
      gone: 'removed',
    });
  });
});
